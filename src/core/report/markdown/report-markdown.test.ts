import { describe, expect, it } from 'vitest';
import { aCoverage, aFinding, aReason } from '../../../../test/support/wire-answers.ts';
import { anAction } from '../../../../test/support/wire-plan.ts';
import { toMarkdown, type MarkdownReport } from './report-markdown.ts';

function aReport(changes: Partial<MarkdownReport> = {}): MarkdownReport {
  return {
    findings: [aFinding(1, { component: { name: 'left-pad' } })],
    bySeverity: { critical: 0, high: 3, medium: 0, low: 1, none: 0, unknown: 0 },
    hidden: 2,
    coverage: aCoverage(390, 400),
    data: { snapshot: 7, state: 'ready', newestRecordAt: null },
    subject: 'shop 1.0',
    tool: { name: 'Assay', version: '1.2.3' },
    at: '2026-11-15T12:00:00.000Z',
    ...changes,
  };
}

describe('toMarkdown', () => {
  it('writes the findings, the coverage and the number of hidden findings', () => {
    expect(toMarkdown(aReport())).toBe(
      [
        '### shop 1.0: 4 findings',
        '3 high, 1 low',
        '390 of 400 components were checked. Not checked: 10 (no version).',
        '2 findings filtered as not relevant.',
        [
          '| Severity | Priority | Vulnerability | Package | Fixed in | Title |',
          '| --- | --- | --- | --- | --- | --- |',
          '| high | P2 | CVE-2026-1001 | `left-pad` 1.2.3 | 1.2.4 | Unbounded recursion while parsing nested input |',
        ].join('\n'),
        'And 3 more.\n',
      ].join('\n\n'),
    );
  });

  it('names the images that were not uploaded', () => {
    const text = toMarkdown(aReport({ notUploaded: ['shop/worker:1', 'shop/cron:1'] }));

    expect(text.split('\n')).toContain(
      'Not uploaded yet for this version: `shop/worker:1`, `shop/cron:1`. Their findings are not counted and not considered fixed.',
    );
  });

  it('does not report an unchecked document as clean', () => {
    const bySeverity = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
    const text = toMarkdown(aReport({ findings: [], bySeverity, hidden: 0, coverage: aCoverage(0, 400) }));

    expect(text).toContain('No result: none of the components could be checked.');
  });

  it.each<[Partial<ReturnType<typeof aFinding>['relevance']>, string]>([
    [{ status: 'deprioritized', label: 'accepted' }, '| P2, lower priority: accepted |'],
    [{ status: 'deprioritized', label: 'not_observed' }, '| P2, lower priority: not observed |'],
    [{ status: 'deprioritized', reasons: [aReason({ text: 'Minor \\| here.' })] }, '| P2, lower priority: Minor'],
    [{ status: 'not_relevant', reasons: [aReason({ text: 'Not needed.' })] }, '| P2, not relevant: Not needed. |'],
  ])('gives the reason for a lower priority or for no relevance', (relevance, cell) => {
    expect(toMarkdown(aReport({ findings: [aFinding(1, { relevance })] }))).toContain(cell);
  });

  it('lists the first actions and links to the whole plan', () => {
    const actions = [anAction(1, { urgentReason: 'malicious' }), anAction(2)];
    const link = 'https://assay.example.com/plan';

    expect(toMarkdown(aReport({ plan: { actions, actionCount: 9, link } }))).toContain(
      [
        '#### Recommended actions\n',
        '1. **Upgrade package-1 to 1.0.1.** From `1.0.0`, a patch release. **Malicious.** Fixes 1 finding (1 high).',
        '2. **Upgrade package-2 to 1.0.1.** From `1.0.0`, a patch release. Fixes 1 finding (1 high).\n',
        'And 7 more actions. [View the full plan](https://assay.example.com/plan)\n',
      ].join('\n'),
    );
  });

  it.each([
    [[], 'What to do'],
    [[anAction(1)], 'more action'],
  ])('omits empty parts of a plan', (actions, words) => {
    const plan = { actions, actionCount: actions.length, link: undefined };

    expect(toMarkdown(aReport({ plan }))).not.toContain(words);
  });

  it('names the paid channel that provides a fix', () => {
    const findings = [aFinding(1, { fix: { channel: 'Ubuntu Pro' } })];

    expect(toMarkdown(aReport({ findings }))).toContain('| 1.2.4 with Ubuntu Pro |');
  });

  it.each(['](http://x)', '<img src=x onerror=alert(1)>', 'a | b', '@everyone', '`code`', '\u202e', 'two\nlines'])(
    'keeps %j inside its cell',
    (text) => {
      const finding = aFinding(1, { component: { name: text, version: text }, vulnerability: { title: text } });
      const row =
        toMarkdown(aReport({ findings: [finding] }))
          .split('\n')
          .find((line) => line.startsWith('| high')) ?? '';

      expect(row.split(/(?<!\\)\|/)).toHaveLength(8);
      // No markup is interpreted between backticks.
      expect(row.replaceAll(/`[^`]*`/g, '')).not.toMatch(/<|\]\(|@|\u202e/);
    },
  );
});
