import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCoverage } from '../../../../test/support/wire-answers.ts';
import { aPlan, anAction, type PlanParts } from '../../../../test/support/wire-plan.ts';
import { toMarkdownFence } from '../../text/markdown-text.ts';
import { toPlanMarkdown, type PlanMarkdown } from './plan-markdown.ts';

function render(parts: PlanParts, changes: Partial<PlanMarkdown> = {}): string {
  return toPlanMarkdown({ ...aPlan(parts), service: 'shop', link: undefined, ...changes });
}

const PREVIOUS_PLAN: NonNullable<PlanParts['previousPlan']> = {
  version: { id: '01970000-0000-7000-8000-000000000001', name: '2.4.0' },
  outcomes: [
    {
      id: 'action-9',
      kind: 'upgrade',
      package: 'left-pad',
      from: ['1.0.0'],
      to: '1.0.1',
      fixes: 2,
      outcome: 'partially',
      open: ['CVE-2026-1'],
      notUploaded: ['shop:1'],
      text: 'Upgrade left-pad to 1.0.1.',
    },
  ],
  counts: { applied: 0, partially: 1 },
  predicted: {
    resolved: { predicted: 2, actual: 1 },
    remaining: { predicted: 3, actual: 4 },
    introduced: { predicted: 0, actual: 1 },
    differences: [],
    mispredicted: 0,
  },
};

describe('toPlanMarkdown', () => {
  it('lists the actions in order, their fixes, the remaining findings with reasons, and the notes', () => {
    const actions = [
      anAction(1, {
        urgentReason: 'known_exploited',
        dueAt: '2026-11-18T00:00:00.000Z',
        introducedBy: ['express'],
      }),
      anAction(2, { distance: 'major', breaking: 'likely', remaining: [{ id: 'CVE-2026-9', severity: 'low' }] }),
    ];

    expect(render({ actions, remaining: ['no_fix'] }, { link: 'https://assay.example.com/plan' })).toBe(
      [
        '# Remediation plan for shop 2.4.1',
        '3 open findings: 3 high. After **2 actions**, 1 remains (1 high); the risk falls from 30 to 10. The reasons are listed under Remaining.',
        'All 412 components were checked.',
        '## Recommended actions',
        '1. **Upgrade package-1 to 1.0.1.** From `1.0.0`, a patch release. **Known exploited.** Due 2026-11-18.',
        '   Fixes 1 finding (1 high): CVE-2026-1001. Remaining after this step: 2 findings, risk 20.',
        '   Required by `express`.',
        "   ```sh\n   npm install 'package-1@1.0.1'\n   ```",
        '2. **Upgrade package-2 to 1.0.1.** From `1.0.0`, a major release.',
        '   Fixes 1 finding (1 high): CVE-2026-1002. Still affected by CVE-2026-9. Remaining after this step: 1 finding, risk 10.',
        '   Breaking changes are likely.',
        "   ```sh\n   npm install 'package-2@1.0.1'\n   ```",
        '## Remaining (1)',
        '- No fix for it is known.\n  - high CVE-2026-1100 in `package-100` `1.0.0`',
        '## Notes',
        '- Dependencies were not resolved: an upgrade may also change other packages.',
        '[View the plan in Assay](https://assay.example.com/plan)\n',
      ].join('\n\n'),
    );
  });

  it('shows a file with its name and its note', () => {
    const command = { manager: 'npm', form: 'file', file: 'package.json', text: '{\n\n}', note: 'Careful.' } as const;

    expect(render({ actions: [anAction(1, { commands: [command] })] })).toContain(
      '   In `package.json`:\n\n   ```\n   {\n\n   }\n   ```\n\n   Careful.',
    );
  });

  it.each<[changes: Parameters<typeof anAction>[1], text: string]>([
    [{ verifiedExists: 'false', archive: null }, 'Unverified: this version may not exist.'],
    [
      { verifiedExists: 'false', archive: { text: 'The archive does not have it yet.', packages: [] } },
      'The archive does not have it yet.',
    ],
    [{ verifiedExists: 'true', archive: { text: 'A rebuild brings it.', packages: [] } }, 'A rebuild brings it.'],
  ])('states what is known about the target version: %j', (changes, text) => {
    expect(render({ actions: [anAction(1, changes)] })).toContain(`\n   ${text}\n`);
  });

  it('shows the commands of an alternative when the action itself has none', () => {
    const { commands } = anAction(1);
    const other = { ...OTHER, text: 'Override a with 2.', commands };

    expect(
      render({ actions: [anAction(1, { commands: [], commandReason: 'none', alternatives: [other] })] }),
    ).toContain("   Or: Override a with 2.\n\n   ```sh\n   npm install 'package-1@1.0.1'\n   ```");
    expect(render({ actions: [anAction(1, { alternatives: [other] })] }).match(/```sh/g)).toHaveLength(1);
  });

  it('shows no command for a name that is not safe in a shell', () => {
    const actions = [anAction(1, { commands: [], commandReason: 'unsafe_name', text: 'Upgrade $(id) to 1.' })];

    expect(render({ actions })).toContain('not safe in a shell');
    expect(render({ actions })).not.toContain('```');
  });

  it('reports the results of the previous plan and its predictions', () => {
    const text = render({ previousPlan: PREVIOUS_PLAN });

    expect(text).toContain('## Previous plan results (2.4.0)');
    expect(text).toContain(
      '1 partly done. Fixed: 1 (2 expected). Remaining: 4 (3 expected). Introduced: 1 (0 expected).',
    );
    expect(text).toContain(
      '- partly done: Upgrade left-pad to 1.0.1. Still open: CVE-2026-1. Not uploaded yet: shop:1.',
    );
  });

  it.each<[string, Partial<PlanMarkdown>, string]>([
    ['nothing was found', {}, 'No open findings. No known vulnerability among 412 checked components.'],
    ['nothing could be checked', { coverage: aCoverage(0, 3) }, 'No result: none of the components could be checked.'],
    [
      'nothing with a fix was found',
      { coverage: aCoverage(412, 412, { 9: 187 }) },
      'but advisories for 187 of them list only fixed issues: vulnerabilities without a fix are not reported. All 412 components were checked. Checked for fixed issues only: 187 (Red Hat 9).',
    ],
    ['nothing was analyzed', { coverage: null }, 'The version is not analyzed yet'],
  ])('does not claim that there is nothing to do: %s', (_case, changes, text) => {
    expect(render({}, changes)).toContain(text);
  });

  it('states that no action fixes the open findings', () => {
    expect(render({ remaining: ['no_fix'] })).toContain('No action that fixes any of them is known.');
  });

  it.each<[string, Parameters<typeof anAction>[1]]>([
    ['Unverified: may fix 1 finding (1 high): CVE-2026-1001.', { claim: 'unknown' }],
    ['Unverified: may fix 2 findings.', { claim: 'unknown', fixes: [], fixesCount: 0, mayFixCount: 2 }],
  ])('shows no risk removed by an unverified action: %s', (words, changes) => {
    const text = render({ actions: [anAction(1, changes)] });

    expect(text).toContain('**1 action** may help; none is verified.');
    expect(text).toContain(words);
    expect(text).not.toMatch(/the risk falls|Remaining after this step/);
  });

  it('counts the actions that it does not show', () => {
    const actions = Array.from({ length: 60 }, (_, index) => anAction(index));

    expect(render({ actions })).toContain('And 10 more actions.');
  });

  it('counts filtered findings separately, and names the findings that the plan introduces', () => {
    const introduced = [{ id: 'CVE-2026-7', severity: 'low' } as const];
    const { prediction } = aPlan();
    const text = render({}, { filtered: { wouldAlsoFix: 12 }, prediction: { ...prediction, introduced } });

    expect(text).toContain('- The plan also fixes 12 filtered findings.');
    expect(text).toContain('- The plan introduces CVE-2026-7.');
  });

  it.each(['](http://x)', '<img src=x onerror=alert(1)>', '@everyone', '`code`', '\u202e', 'a\n\n# b', '**', '#1'])(
    'escapes %j everywhere',
    (text) => {
      const action = anAction(1, {
        text,
        from: [text],
        introducedBy: [text],
        images: [text],
        sentence: text,
        alternatives: [{ ...OTHER, text }],
        remaining: [{ id: text, severity: 'low' }],
        introduces: [{ id: text, severity: 'low' }],
        commands: [{ manager: 'npm', form: 'file', text: 'x', file: text, note: text }],
      });
      const outcomes = PREVIOUS_PLAN.outcomes.map((each) => ({ ...each, text, open: [text], notUploaded: [text] }));
      const markdown = render(
        {
          actions: [action],
          previousPlan: { ...PREVIOUS_PLAN, outcomes, version: { ...PREVIOUS_PLAN.version, name: text } },
        },
        { service: text, version: { name: text }, basis: { analysisId: 'a', image: text } },
      );

      // No markup is interpreted between backticks, and the bold markup is ours.
      const marks = markdown.replaceAll(/```[^`]*```/g, '').replaceAll(/`[^`\n]*`/g, '');
      expect(marks).not.toMatch(/<|\]\(|@|\u202e|(?<!\\)`|^# b/m);
      expect(markdown.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(4);
    },
  );
});

const OTHER: ReturnType<typeof anAction>['alternatives'][number] = {
  kind: 'override',
  to: null,
  text: '',
  claim: 'known',
  distance: 'patch',
  breaking: 'none',
  fixes: null,
  remaining: null,
  commands: [],
  commandReason: 'none',
  sentence: null,
};

describe('toMarkdownFence', () => {
  it('contains any text without being closed by it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '``', '```', '\n', '~~~', 'a', ' ')), (pieces) => {
        const [first = '', ...rest] = toMarkdownFence(pieces.join(''), 'sh').split('\n');
        const fence = first.slice(0, -'sh'.length);

        expect(fence).toMatch(/^`{3,}$/);
        expect(rest.findIndex((line) => line.trim().startsWith(fence))).toBe(rest.length - 1);
        expect(rest.slice(0, -1).join('\n')).toBe(pieces.join(''));
      }),
    );
  });

  it('replaces invisible characters', () => {
    expect(toMarkdownFence('a\u202eb\rc\nd')).toBe('```\na\ufffdb\ufffdc\nd\n```');
  });
});
