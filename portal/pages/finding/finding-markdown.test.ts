import { describe, expect, it } from 'vitest';
import { aFinding, anId, aReason } from '../../../test/support/wire-answers.ts';
import { toFindingMarkdown } from './finding-markdown.ts';

const PLACE = { service: { id: anId(1), name: 'shop' }, version: { id: anId(2), name: '1.0' } };
const LINK = 'https://assay.example.com/findings/1';

describe('toFindingMarkdown', () => {
  it('names the vulnerability, severity, component, fix, status and link', () => {
    expect(toFindingMarkdown(aFinding(1), PLACE, LINK)).toBe(
      [
        '**CVE-2026-1001** (High, P2): Unbounded recursion while parsing nested input',
        '',
        '- Component: `package-1 1.2.3` in `shop 1.0`',
        '- Fix: upgrade `package-1` to `1.2.4`',
        '- Status: Relevant',
        `- Details: <${LINK}>`,
        '',
      ].join('\n'),
    );
  });

  it('contains the reason and the state of a fix that does not exist', () => {
    const finding = aFinding(1, {
      fix: { state: 'wont_fix', nearest: null, versions: [] },
      relevance: { status: 'not_relevant', basis: 'rule', reasons: [aReason()] },
    });

    expect(toFindingMarkdown(finding, undefined, LINK)).toContain(
      '- Fix: Will not fix\n- Status: Not relevant. Development dependency: It is needed for development only.',
    );
  });

  it('escapes markup, links, mentions and line breaks of untrusted text', () => {
    const hostile = '# [click](javascript:alert(1)) <img src=x> @team `code`\n- item https://evil.example';
    const finding = aFinding(1, {
      vulnerability: { title: hostile },
      component: { name: hostile, version: '`1`\n' },
    });

    const text = toFindingMarkdown(finding, { ...PLACE, service: { id: anId(1), name: hostile } }, LINK);

    expect(text.split('\n')).toHaveLength(7);
    expect(text).not.toMatch(/(?<!`[^`]*)<img|(?<!`[^`]*)@team|\]\(javascript/);
    expect(text).not.toMatch(/(?<!`[^`]*)https:\/\/evil/);
  });
});
