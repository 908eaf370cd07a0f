import { describe, expect, it } from 'vitest';
import { aCoverage, aFinding, aReason } from '../../../test/support/wire-answers.ts';
import { checkStrictly } from '../../threads/schema/check-strictly.ts';
import { toCycloneDxVdr } from './cyclonedx-vdr.ts';
import type { Report, ReportedFinding } from './report.ts';

function toVdr(findings: readonly ReportedFinding[], changes: Partial<Report> = {}): Record<string, unknown> {
  const report = {
    findings,
    coverage: aCoverage(390, 400, { 9: 187 }),
    data: { snapshot: 7, state: 'stale', newestRecordAt: null } as const,
    subject: 'sbom.json',
    tool: { name: 'Assay', version: '1.2.3' },
    at: '2026-11-15T12:00:00.000Z',
    ...changes,
  };
  return JSON.parse(JSON.stringify(toCycloneDxVdr(report))) as Record<string, unknown>;
}

function problemsOf(vdr: unknown): unknown {
  const bytes = new TextEncoder().encode(JSON.stringify(vdr));
  return checkStrictly({ format: 'cyclonedx', specVersion: '1.6', path: '', bytes });
}

const RATED = aFinding(1, {
  vulnerability: {
    title: 'Padding goes wrong',
    aliases: ['GHSA-aaaa-bbbb-cccc', 'RUSTSEC-2026-0001'],
    cwes: ['CWE-79', 'CWE-noinfo'],
    cvss: [
      { version: '3.1', vector: 'CVSS:3.1/AV:N', score: 7.5 },
      { version: '4.0', vector: 'CVSS:4.0/AV:N', score: 9.3 },
    ],
    references: ['https://example.org/a?b=1', 'not an address', ''],
    modifiedAt: '2026-10-02T00:00:00.000Z',
  },
  component: {
    purl: 'pkg:npm/left-pad@1.2.3',
    name: 'left-pad',
    occurrences: [{ sbomId: '01970000-0000-7000-8000-000000000009', image: null, bomRef: 'left-pad@1.2.3' }],
  },
  match: { range: '>= 1.0.0, < 1.2.4' },
});

describe('toCycloneDxVdr', () => {
  it('writes a finding as CycloneDX that is valid against the schema', () => {
    const vdr = toVdr([RATED]);

    expect(problemsOf(vdr)).toEqual([]);
    expect(vdr).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: {
        timestamp: '2026-11-15T12:00:00.000Z',
        tools: { components: [{ type: 'application', name: 'Assay', version: '1.2.3' }] },
        component: { name: 'sbom.json' },
      },
      components: [
        {
          'bom-ref': RATED.component.id,
          name: 'left-pad',
          version: '1.2.3',
          purl: 'pkg:npm/left-pad@1.2.3',
          properties: [{ name: 'assay:bom-ref', value: 'left-pad@1.2.3' }],
        },
      ],
      vulnerabilities: [
        {
          id: 'CVE-2026-1001',
          source: { name: 'NVD', url: 'https://nvd.nist.gov/vuln/detail/CVE-2026-1001' },
          references: [
            { id: 'GHSA-aaaa-bbbb-cccc', source: { name: 'GitHub' } },
            { id: 'RUSTSEC-2026-0001', source: { name: 'OSV' } },
          ],
          ratings: [
            { score: 7.5, severity: 'high', method: 'CVSSv31', vector: 'CVSS:3.1/AV:N' },
            { score: 9.3, severity: 'critical', method: 'CVSSv4', vector: 'CVSS:4.0/AV:N' },
          ],
          cwes: [79],
          description: 'Padding goes wrong',
          recommendation: 'Upgrade left-pad to 1.2.4.',
          advisories: [{ url: 'https://example.org/a?b=1' }],
          published: '2026-10-01T00:00:00.000Z',
          updated: '2026-10-02T00:00:00.000Z',
          affects: [
            {
              ref: RATED.component.id,
              versions: [
                { version: '1.2.3', status: 'affected' },
                { range: 'vers:npm/>=1.0.0|<1.2.4', status: 'affected' },
                { version: '1.2.4', status: 'unaffected' },
              ],
            },
          ],
        },
      ],
    });
  });

  it('writes a vulnerability of several components once, and separately where the assessment differs', () => {
    const other = { ...RATED, component: { ...RATED.component, id: 'second', name: 'right-pad' } };
    const text = 'The distribution has fixed it.';
    const reasons = [aReason({ code: 'owned', text, state: 'resolved', justification: null })];
    const dismissed = {
      ...RATED,
      component: { ...RATED.component, id: 'third' },
      relevance: { ...RATED.relevance, status: 'not_relevant' as const, reasons },
    };

    const vdr = toVdr([RATED, other, dismissed]);

    expect(problemsOf(vdr)).toEqual([]);
    expect(vdr['vulnerabilities']).toMatchObject([
      {
        affects: [{ ref: RATED.component.id }, { ref: 'second' }],
        recommendation: 'Upgrade left-pad to 1.2.4.\nUpgrade right-pad to 1.2.4.',
      },
      {
        affects: [{ ref: 'third' }],
        analysis: { state: 'resolved', detail: text },
      },
    ]);
  });

  it('lists a vulnerability separately for a package with a different title or severity', () => {
    const rating = [{ version: '3.1', vector: 'CVSS:3.1/AV:L', score: 3.3 }] as const;
    const other = { ...RATED, vulnerability: { ...RATED.vulnerability, severity: 'low', cvss: rating } } as const;
    const renamed = { ...RATED, vulnerability: { ...RATED.vulnerability, title: 'Another package' } };

    expect(toVdr([RATED, other, renamed])['vulnerabilities']).toMatchObject([
      { id: 'CVE-2026-1001', description: 'Padding goes wrong', ratings: [{ score: 7.5 }, { score: 9.3 }] },
      { id: 'CVE-2026-1001', description: 'Padding goes wrong', ratings: [{ score: 3.3 }] },
      { id: 'CVE-2026-1001', description: 'Another package' },
    ]);
  });

  it('reports unchecked components, also without findings', () => {
    const vdr = toVdr([]);

    expect(problemsOf(vdr)).toEqual([]);
    expect(vdr).toMatchObject({ components: [], vulnerabilities: [] });
    expect((vdr['metadata'] as { properties: unknown }).properties).toEqual([
      {
        name: 'assay:coverage',
        value:
          '390 of 400 components were checked. Checked for fixed issues only: 187 (Red Hat 9). Not checked: 10 (no version).',
      },
      { name: 'assay:coverage:components', value: '400' },
      { name: 'assay:coverage:checked', value: '390' },
      { name: 'assay:coverage:not-checked:no-version', value: '10' },
      { name: 'assay:coverage:fixed-issues-only', value: '187' },
      { name: 'assay:coverage:fixed-issues-only:Red Hat 9', value: '187' },
      { name: 'assay:advisories:snapshot', value: '7' },
      { name: 'assay:advisories:state', value: 'stale' },
      { name: 'assay:advisories:notice', value: expect.stringContaining('assay advisories status') as string },
    ]);
  });

  it.each<[string, Parameters<typeof aFinding>[1]]>([
    ['malware without a rating', { class: 'malicious', vulnerability: { severity: 'unknown' } }],
    ['no version, no fix', { component: { version: '' }, fix: { state: 'not_fixed', nearest: null, versions: [] } }],
    ['untrusted texts', { component: { name: '\u001b[2J\u202e<b>', purl: 'pkg:\u0000' }, match: { range: 'x\ny' } }],
    ['a range without an end', { match: { range: 'all versions' } }],
    ['nothing known but the id', { vulnerability: { title: '', publishedAt: null, references: [] } }],
    [
      'an accepted risk',
      {
        relevance: {
          status: 'deprioritized',
          label: 'accepted',
          reasons: [aReason({ state: 'exploitable', justification: null, response: ['will_not_fix'] })],
        },
      },
    ],
    [
      'a deprioritized finding',
      { relevance: { status: 'deprioritized', reasons: [aReason({ effect: 'deprioritize' })] } },
    ],
  ])('writes a valid document with %s', (_name, changes) => {
    expect(problemsOf(toVdr([aFinding(1, changes)]))).toEqual([]);
  });

  it('limits the number of recommendations', () => {
    const findings = Array.from({ length: 25 }, (_, n) => ({
      ...RATED,
      component: { ...RATED.component, id: `component-${n}`, name: `package-${n}` },
    }));

    const [vulnerability] = toVdr(findings)['vulnerabilities'] as { recommendation: string }[];

    expect(vulnerability?.recommendation).toMatch(/^Upgrade package-0 to 1\.2\.4\.\n[^]*\nAnd 5 more\.$/);
  });
});
