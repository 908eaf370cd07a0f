import { describe, expect, it } from 'vitest';
import { aCoverage, aFinding, aReason } from '../../../test/support/wire-answers.ts';
import type { Report } from './report.ts';
import { toSarif } from './sarif.ts';

function aReport(changes: Partial<Report> = {}): Report {
  return {
    findings: [],
    coverage: aCoverage(400, 400),
    data: { snapshot: 7, state: 'ready', newestRecordAt: null },
    subject: 'sbom.json',
    tool: { name: 'Assay', version: '1.2.3' },
    at: '2026-11-15T12:00:00.000Z',
    ...changes,
  };
}

interface Run {
  readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly Rule[] } };
  readonly invocations: readonly {
    readonly toolExecutionNotifications: readonly { readonly level: string; readonly message: { text: string } }[];
  }[];
  readonly artifacts: readonly { readonly location: { readonly uri: string } }[];
  readonly results: readonly Result[];
}
interface Rule {
  readonly id: string;
  readonly properties: Record<string, unknown>;
  readonly helpUri?: string;
}
interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly suppressions?: unknown;
}

function runOf(report: Report): Run {
  const sarif = JSON.parse(JSON.stringify(toSarif(report))) as { runs: Run[] };
  const [run] = sarif.runs;
  if (run === undefined || sarif.runs.length !== 1) throw new Error('There is one run.');
  return run;
}

describe('toSarif', () => {
  it('has the members that SARIF 2.1.0 requires of a log, a result and a rule', () => {
    const finding = aFinding(1, {
      component: { purl: 'pkg:npm/left-pad@1.2.3', name: 'left-pad' },
      vulnerability: {
        title: 'Padding goes wrong',
        aliases: ['GHSA-aaaa-bbbb-cccc'],
        cwes: ['CWE-79'],
        cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N', score: 7.5 }],
      },
    });

    const sarif = toSarif(aReport({ findings: [finding] }));

    expect(sarif).toMatchObject({ version: '2.1.0', $schema: 'https://json.schemastore.org/sarif-2.1.0.json' });
    expect(runOf(aReport({ findings: [finding] }))).toMatchObject({
      tool: {
        driver: {
          name: 'Assay',
          version: '1.2.3',
          rules: [
            {
              id: 'CVE-2026-1001',
              shortDescription: { text: 'Padding goes wrong' },
              fullDescription: { text: 'Padding goes wrong\nAlso known as GHSA-aaaa-bbbb-cccc.' },
              help: { text: 'Padding goes wrong\nSeverity: high\nhttps://nvd.example.org/vuln/detail/CVE-2026-1001' },
              helpUri: 'https://nvd.example.org/vuln/detail/CVE-2026-1001',
              defaultConfiguration: { level: 'error' },
              properties: { 'security-severity': '7.5', tags: ['security', 'vulnerability', 'external/cwe/cwe-79'] },
            },
          ],
        },
      },
      invocations: [{ executionSuccessful: true, endTimeUtc: '2026-11-15T12:00:00.000Z' }],
      artifacts: [{ location: { uri: 'sbom.json' } }],
      results: [
        {
          ruleId: 'CVE-2026-1001',
          ruleIndex: 0,
          level: 'error',
          message: {
            text: 'left-pad 1.2.3 is affected by CVE-2026-1001: Padding goes wrong. Upgrade left-pad to 1.2.4.',
          },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: 'sbom.json', index: 0 }, region: { startLine: 1 } },
              logicalLocations: [{ name: 'left-pad', fullyQualifiedName: 'pkg:npm/left-pad@1.2.3', kind: 'module' }],
            },
          ],
          partialFingerprints: { 'assayFinding/v1': 'fingerprint-1' },
        },
      ],
    });
  });

  it('has one rule per vulnerability, and results that refer to it', () => {
    const one = aFinding(1);
    const findings = [one, aFinding(2), { ...one, fingerprint: 'another package' }];

    const { tool, results } = runOf(aReport({ findings }));

    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['CVE-2026-1001', 'CVE-2026-1002']);
    expect(results.map(({ ruleIndex }) => ruleIndex)).toEqual([0, 1, 0]);
  });

  it.each([
    ['critical', 'error', '9.5'],
    ['high', 'error', '8.0'],
    ['medium', 'warning', '5.5'],
    ['low', 'note', '2.0'],
    ['none', 'note', '0.0'],
    ['unknown', 'warning', undefined],
  ] as const)('sets the level without a score: %s is %s, %s', (severity, level, score) => {
    const { tool, results } = runOf(aReport({ findings: [aFinding(1, { vulnerability: { severity } })] }));

    expect(results[0]?.level).toBe(level);
    expect(tool.driver.rules[0]?.properties['security-severity']).toBe(score);
  });

  it('gives a rule the highest severity of its results, in any order of the findings', () => {
    const high = aFinding(1, { vulnerability: { severity: 'high', title: 'In one package' } });
    const low = aFinding(1, { vulnerability: { severity: 'low', title: 'In another package' } });

    for (const findings of [
      [high, low],
      [low, high],
    ]) {
      const { tool, results } = runOf(aReport({ findings }));
      expect(tool.driver.rules).toMatchObject([
        { shortDescription: { text: 'In one package' }, defaultConfiguration: { level: 'error' } },
      ]);
      expect(results.map(({ level }) => level)).toEqual(findings.map((each) => (each === high ? 'error' : 'note')));
    }
  });

  it('does not repeat the id in a message when the title only names the package', () => {
    const finding = aFinding(1, {
      component: { name: 'left-pad' },
      vulnerability: { title: 'CVE-2026-1001 in left-pad' },
    });

    expect(runOf(aReport({ findings: [finding] })).results[0]?.message.text).toBe(
      'left-pad 1.2.3 is affected by CVE-2026-1001. Upgrade left-pad to 1.2.4.',
    );
  });

  it('treats malware as critical, and recommends removing it', () => {
    const finding = aFinding(1, { class: 'malicious', vulnerability: { severity: 'unknown' } });

    const { tool, results } = runOf(aReport({ findings: [finding] }));

    expect(results[0]).toMatchObject({
      level: 'error',
      message: { text: expect.stringContaining('Remove package-1') },
    });
    expect(tool.driver.rules[0]?.properties['security-severity']).toBe('9.5');
  });

  it('suppresses irrelevant findings instead of omitting them', () => {
    const reasons = [aReason({ code: 'owned', text: 'The distribution has fixed it.' })];
    const findings = [aFinding(1), aFinding(2, { relevance: { status: 'not_relevant', reasons } })];

    const { results } = runOf(aReport({ findings }));

    expect(results.map(({ suppressions }) => suppressions)).toEqual([
      undefined,
      [{ kind: 'external', justification: 'The distribution has fixed it.' }],
    ]);
  });

  it('reports unchecked components and problems of the advisory data', () => {
    const coverage = aCoverage(2, 5, { 9: 1 });

    const { invocations } = runOf(aReport({ coverage, data: { snapshot: 1, state: 'starter', newestRecordAt: null } }));

    const notifications = invocations[0]?.toolExecutionNotifications ?? [];
    expect(notifications.map(({ level, message }) => `${level}: ${message.text}`)).toEqual([
      'warning: 2 of 5 components were checked. Checked for fixed issues only: 1 (Red Hat 9). Not checked: 3 (no version).',
      'warning: 3 components not checked: no version.',
      'warning: 1 component of Red Hat 9 checked for fixed issues only. Vulnerabilities without a fix are not reported.',
      expect.stringMatching(/^warning: Only the built-in starter set/),
    ]);
  });

  it('has no notification of its own for listings that are not separate packages', () => {
    const coverage = { ...aCoverage(400, 400), notChecked: [{ reason: 'not-a-package', count: 11 }] };
    const notifications = runOf(aReport({ coverage })).invocations[0]?.toolExecutionNotifications ?? [];

    expect(notifications.map(({ level, message }) => `${level}: ${message.text}`)).toEqual([
      'none: All 400 components were checked. Not counted: 11 (not a separate package).',
    ]);
  });

  it('has no warnings when everything was checked', () => {
    const notifications = runOf(aReport()).invocations[0]?.toolExecutionNotifications;

    expect(notifications).toMatchObject([{ level: 'none', message: { text: 'All 400 components were checked.' } }]);
  });

  it('prevents untrusted text from creating links, lines and escape sequences', () => {
    const finding = aFinding(1, {
      component: { name: 'a](https://example.org)\u001b[2J\nb' },
      vulnerability: {
        title: '[click](https://example.org)\u202e',
        references: ['javascript:alert(1)', 'https://a b'],
      },
    });

    const { results, tool } = runOf(aReport({ findings: [finding], subject: '../a b\u0000.json' }));

    expect(results[0]?.message.text).not.toMatch(/\]\(|[\p{Cc}\p{Cf}]/u);
    expect(tool.driver.rules[0]?.helpUri).toBeUndefined();
  });

  it.each([
    ['sboms/app 1.json', 'sboms/app%201.json'],
    ['/tmp/a.json', 'file:///tmp/a.json'],
    ['registry.example.com/app:1.0', 'registry.example.com/app%3A1.0'],
    ['a\u0000\ud800.json', 'a%00%EF%BF%BD.json'],
  ])('writes the subject %j as the URI %s', (subject, uri) => {
    expect(runOf(aReport({ subject })).artifacts).toEqual([{ location: { uri } }]);
  });
});
