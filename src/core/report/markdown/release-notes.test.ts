import { describe, expect, it } from 'vitest';
import { aFinding } from '../../../../test/support/wire-answers.ts';
import type { ExplainedChange } from '../../history/changes/explain-change.ts';
import { toMarkdownCode, toMarkdownText } from '../../text/markdown-text.ts';
import { toReleaseNotes, type ReportedChange, type ReleaseNotes } from './release-notes.ts';

function byCode(from: readonly string[], to: readonly string[]): ExplainedChange {
  return { cause: 'code', component: { from, to }, records: [], engine: null };
}
const BY_ADVISORY: ExplainedChange = { cause: 'advisory', component: null, records: [], engine: null };

function aChange(number: number, explained: ExplainedChange): ReportedChange {
  return { finding: aFinding(number), explained };
}

function notesOf(changes: Partial<ReleaseNotes> = {}): string {
  return toReleaseNotes({
    service: 'team/api',
    base: { name: '1.0', isAnalyzed: true },
    head: { name: '2.0', isAnalyzed: true },
    findings: { introduced: [], resolved: [], changed: [] },
    counts: { introduced: 0, resolved: 0, changed: 0, unchanged: 0, notUploaded: 0 },
    notUploaded: [],
    components: { added: [], removed: [], changed: [] },
    link: undefined,
    ...changes,
  });
}

describe('toReleaseNotes', () => {
  it('lists the images that were not uploaded', () => {
    const counts = { introduced: 0, resolved: 0, changed: 0, unchanged: 0, notUploaded: 3 };
    const notes = notesOf({ counts, notUploaded: ['registry.example.com/worker:1'] });

    expect(notes.split('\n')).toContain(
      '> Not uploaded yet for this version: `registry.example.com/worker:1`. 3 vulnerabilities of the base version may still be present.',
    );
  });

  it.each<[ExplainedChange['cause'], string, string]>([
    [
      'decision',
      'Present before, but marked as not relevant by a decision.',
      'Still present, but marked as not relevant by a decision.',
    ],
    [
      'profile',
      'Present before, but not relevant according to the security profile.',
      'Still present, but not relevant according to',
    ],
  ])('explains a change by %s without calling the finding new or fixed', (cause, now, gone) => {
    const explained: ExplainedChange = { cause, component: null, records: [], engine: null };
    const findings = { introduced: [aChange(1, explained)], resolved: [aChange(2, explained)], changed: [] };

    const notes = notesOf({
      findings,
      counts: { introduced: 1, resolved: 1, changed: 0, unchanged: 0, notUploaded: 0 },
    });

    expect(notes).toContain(now);
    expect(notes).toContain(gone);
  });

  it('lists fixed and new vulnerabilities and upgrades', () => {
    const notes = notesOf({
      findings: {
        introduced: [aChange(1, byCode([], ['1.2.3'])), aChange(2, BY_ADVISORY)],
        resolved: [
          aChange(3, byCode(['1.2.3'], ['1.2.4'])),
          aChange(4, byCode(['1.2.3'], [])),
          aChange(5, BY_ADVISORY),
        ],
        changed: [aChange(6, byCode(['1.2.2', '1.2.1'], ['1.2.3']))],
      },
      counts: { introduced: 2, resolved: 3, changed: 1, unchanged: 4, notUploaded: 0 },
      components: {
        added: [{ name: 'left-pad', version: null }],
        removed: [],
        changed: [{ name: 'package-3', from: '1.2.3', to: '1.2.4' }],
      },
      link: 'https://assay.example.org/services/1/versions/2',
    });

    const title = 'Unbounded recursion while parsing nested input';
    const link = (id: string): string => `[${id}](https://osv.dev/vulnerability/${id})`;
    expect(notes.split('\n')).toEqual([
      '# team/api 2.0',
      '',
      'Compared with `1.0`: **3 fixed, 2 new**. 5 vulnerabilities remain.',
      '',
      '## Fixed (3)',
      '',
      `- **High** ${link('CVE-2026-1003')} in \`package-3\` \`1.2.3\` → \`1.2.4\`: ${title}.`,
      `- **High** ${link('CVE-2026-1004')} in \`package-4\` \`1.2.3\`, removed: ${title}.`,
      `- **High** ${link('CVE-2026-1005')} in \`package-5\` \`1.2.3\`: ${title}. No longer reported by its advisories.`,
      '',
      '## New (2)',
      '',
      `- **High** ${link('CVE-2026-1001')} in \`package-1\` \`1.2.3\`: ${title}. Fixed in \`1.2.4\`.`,
      `- **High** ${link('CVE-2026-1002')} in \`package-2\` \`1.2.3\`: ${title}. Newly reported by an advisory. Fixed in \`1.2.4\`.`,
      '',
      '## Still affected after a version change (1)',
      '',
      `- **High** ${link('CVE-2026-1006')} in \`package-6\` \`1.2.2\` and 1 more → \`1.2.3\`: ${title}.`,
      '',
      '## Upgrades (1)',
      '',
      '- `package-3` `1.2.3` → `1.2.4`',
      '',
      '## Added components (1)',
      '',
      '- `left-pad` (none)',
      '',
      '[Details in Assay](https://assay.example.org/services/1/versions/2)',
      '',
    ]);
  });

  it('is short without changes, and warns about a version that is not analyzed', () => {
    expect(notesOf({ head: { name: '2.0', isAnalyzed: false } })).toBe(
      '# team/api 2.0\n\nCompared with `1.0`: **0 fixed, 0 new**.\n\n> `2.0` is not analyzed yet. This comparison is incomplete.\n',
    );
  });

  it('ends a title with exactly one period', () => {
    const { finding, explained } = aChange(1, byCode([], ['1.2.3']));
    const titled = { ...finding, vulnerability: { ...finding.vulnerability, title: 'It falls over.' } };
    const introduced = [{ finding: titled, explained }];

    const counts = { introduced: 1, resolved: 0, changed: 0, unchanged: 0, notUploaded: 0 };
    const notes = notesOf({ findings: { introduced, resolved: [], changed: [] }, counts });

    expect(notes).toContain(': It falls over.');
    expect(notes).not.toContain('..');
  });

  it('ends a long list with the number of remaining entries', () => {
    const introduced = Array.from({ length: 101 }, (_, n) => aChange(n, byCode([], ['1.2.3'])));
    const counts = { introduced: 1_500, resolved: 0, changed: 0, unchanged: 0, notUploaded: 0 };

    const lines = notesOf({ findings: { introduced, resolved: [], changed: [] }, counts }).split('\n');

    expect(lines).toContain('- and 1400 more');
    expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(101);
  });
});

describe('untrusted text in Markdown', () => {
  it.each([
    ['[a](http://b)', '\\[a\\] \\(http\u2060://b\\)'],
    ['<img src=x onerror=y>', '&lt;img src=x onerror=y&gt;'],
    ['@everyone fixes #1', '&#64;everyone fixes &#35;1'],
    ['**bold** _it_ `code` ~~x~~', '\\*\\*bold\\*\\* \\_it\\_ \\`code\\` \\~\\~x\\~\\~'],
    ['a | b\nc', 'a \\| b\ufffdc'],
    ['www.example.org', 'www\u2060.example.org'],
    ['&lt;', '&amp;lt;'],
    ['CVE-2021-44228: plain, 100%', 'CVE-2021-44228: plain, 100%'],
  ])('escapes %j', (text, escaped) => {
    expect(toMarkdownText(text)).toBe(escaped);
  });

  it.each([
    ['a`b', "`a'b`"],
    ['a|b', '`a¦b`'],
    ['', '(none)'],
    ['  ', '(none)'],
    ['1.0\n# x', '`1.0\ufffd# x`'],
  ])('shows %j as code', (text, code) => {
    expect(toMarkdownCode(text)).toBe(code);
  });
});
