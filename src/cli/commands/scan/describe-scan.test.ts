import { describe, expect, it } from 'vitest';
import { aCoverage, aFinding } from '../../../../test/support/wire-answers.ts';
import type { Report } from '../../../core/report/report.ts';
import { widthOf } from '../../terminal/columns.ts';
import type { TerminalFacts } from '../../terminal/table.ts';
import { describeScan } from './describe-scan.ts';

const PLAIN: TerminalFacts = { width: undefined, colors: false };

function aReport(changes: Partial<Report> = {}): Report {
  return {
    findings: [],
    coverage: aCoverage(400, 400),
    data: { snapshot: 7, state: 'ready', newestRecordAt: '2026-11-14T20:00:00.000Z' },
    subject: 'sbom.json',
    tool: { name: 'Assay', version: '1.2.3' },
    at: '2026-11-15T12:00:00.000Z',
    ...changes,
  };
}

describe('describeScan', () => {
  it('lists findings by severity, then by package, with a summary', () => {
    const findings = [
      aFinding(1, { vulnerability: { severity: 'low' }, relevance: { status: 'deprioritized' } }),
      aFinding(2, { component: { name: 'zlib' }, vulnerability: { severity: 'critical' } }),
      aFinding(3, {
        component: { name: 'axios' },
        vulnerability: { severity: 'critical' },
        fix: { state: 'not_fixed', nearest: null, versions: [] },
        match: { confidence: 'low' },
      }),
      aFinding(4, { component: { name: 'evil' }, class: 'malicious', vulnerability: { severity: 'unknown' } }),
      aFinding(5, { relevance: { status: 'not_relevant' } }),
    ];

    expect(describeScan(aReport({ findings }), PLAIN)).toBe(
      [
        'SEVERITY   VULNERABILITY  PACKAGE    INSTALLED  FIXED IN  CONFIDENCE',
        'malicious  CVE-2026-1004  evil       1.2.3      1.2.4     high',
        'critical   CVE-2026-1003  axios      1.2.3      no fix    low',
        'critical   CVE-2026-1002  zlib       1.2.3      1.2.4     high',
        'low        CVE-2026-1001  package-1  1.2.3      1.2.4     high',
        '',
        '4 findings: 1 malicious, 2 critical, 1 low. 1 has lower priority.',
        '1 finding not relevant. Use another --format to see them with their reasons.',
        'All 400 components were checked.',
        'Advisories as of 2026-11-14.',
        '',
      ].join('\n'),
    );
  });

  it.each<[string, Partial<Report>, string]>([
    [
      'everything checked',
      {},
      'No known vulnerability among 400 checked components.\nAll 400 components were checked.\n',
    ],
    [
      'nothing checked',
      { coverage: aCoverage(0, 3) },
      'No result: none of the components could be checked.\nNone of 3 components was checked. Not checked: 3 (no version).\n',
    ],
    [
      'some checked for fixed issues only',
      { coverage: aCoverage(400, 400, { 9: 187 }) },
      'No known vulnerability among 400 checked components, but advisories for 187 of them list only fixed issues: vulnerabilities without a fix are not reported.\nAll 400 components were checked. Checked for fixed issues only: 187 (Red Hat 9).\n',
    ],
    ['an empty document', { coverage: aCoverage(0, 0) }, 'No components to check.\n'],
  ])('never reports "none" without the coverage: %s', (_name, changes, text) => {
    expect(describeScan(aReport(changes), PLAIN)).toContain(text);
  });

  it.each(['none', 'starter', 'syncing', 'stale'] as const)('reports problems with the advisory data: %s', (state) => {
    const text = describeScan(aReport({ data: { snapshot: 0, state, newestRecordAt: null } }), PLAIN);

    expect(text).toMatch(/"assay advisories (sync|status)"[^\n]*\n$/);
  });

  it('fits the terminal by truncating names and versions, never ids and words', () => {
    const finding = aFinding(1, {
      component: { name: 'a-package-with-a-rather-long-name-漢字', version: '2.0.0-0.20220722155255-886fb9371eb4' },
      fix: { versions: ['2.0.1-0.20230722155255-886fb9371eb4'] },
    });

    const lines = describeScan(aReport({ findings: [finding] }), { width: 80, colors: false }).split('\n');

    expect(lines[1]).toMatch(/^high {6}CVE-2026-1001 {2}a-package-with-/);
    expect(lines[1]).toContain('…');
    expect(Math.max(...lines.slice(0, 2).map(widthOf))).toBeLessThanOrEqual(80);
  });

  it('colors only the severity, if colors are supported', () => {
    const colored = describeScan(aReport({ findings: [aFinding(1)] }), { width: 80, colors: true });

    expect(colored).toContain('\n\u001b[31mhigh\u001b[0m      CVE-2026-1001');
    expect(colored.split('\u001b').length).toBe(3);
  });

  it('prints only printable characters of a document', () => {
    const finding = aFinding(1, {
      component: { name: '\u001b]0;owned\u0007\u001b[2J\nhigh  CVE-1', version: '1\r\u202e2' },
      fix: { versions: ['\u009b31m'] },
    });

    const text = describeScan(aReport({ findings: [finding] }), { width: undefined, colors: false });

    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(text.split('\n').filter((line) => line.startsWith('high'))).toHaveLength(1);
  });
});
