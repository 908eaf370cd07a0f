/**
 * Formats the result of a scan for the terminal: a table, a summary, unchecked components, and the state of the data. Names and
 * titles are untrusted, so only printable characters are printed.
 */
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { describeCoverage, describeNothingFound, findDataNotice } from '../../../core/report/wording.ts';
import { alertSeverityOf, type Report, type ReportedFinding } from '../../../core/report/report.ts';
import { compareText } from '../../../core/text/compare-text.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { toFixLabel } from '../../terminal/fix-label.ts';
import { toTable, type TableLayout, type TerminalFacts } from '../../terminal/table.ts';

const LAYOUT: TableLayout = {
  head: ['SEVERITY', 'VULNERABILITY', 'PACKAGE', 'INSTALLED', 'FIXED IN', 'CONFIDENCE'],
  elastic: new Map([
    [2, 16],
    [3, 10],
    [4, 10],
    [1, 16],
  ]),
};

/** Sorts by severity, then by package; findings that are not relevant are only counted. */
export function describeScan(report: Report, terminal: TerminalFacts): string {
  const shown = report.findings.filter(isShown).toSorted(bySeverity);
  const table = shown.length === 0 ? '' : `${toTable(LAYOUT, shown.map(toRow), terminal)}\n`;
  return `${table}${describeSummary(report)}`;
}

/** The lines below the table: everything except the findings. */
export function describeSummary(report: Report): string {
  const { findings, coverage, data } = report;
  const shown = findings.filter(isShown);
  const hidden = findings.length - shown.length;
  const lines = [
    shown.length === 0 ? describeNothingFound(coverage) : describeCounts(shown),
    ...(hidden === 0
      ? []
      : [`${pluralize(hidden, 'finding')} not relevant. Use another --format to see them with their reasons.`]),
    describeCoverage(coverage),
    findDataNotice(data) ?? `Advisories as of ${data.newestRecordAt?.slice(0, 10) ?? 'an unknown date'}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function isShown({ relevance }: ReportedFinding): boolean {
  return relevance.status !== 'not_relevant';
}

function bySeverity(a: ReportedFinding, b: ReportedFinding): number {
  return (
    rankOf(alertSeverityOf(b)) - rankOf(alertSeverityOf(a)) ||
    Number(b.class === 'malicious') - Number(a.class === 'malicious') ||
    compareText(a.component.name, b.component.name) ||
    compareText(a.component.version, b.component.version) ||
    compareText(a.vulnerability.id, b.vulnerability.id)
  );
}

/** Returns, for example, `26 findings: 1 malicious, 3 critical, 22 low. 4 have lower priority.` */
function describeCounts(shown: readonly ReportedFinding[]): string {
  const counts = Map.groupBy(shown.toSorted(bySeverity), labelOf);
  const parts = [...counts].map(([word, each]) => `${each.length} ${word}`).join(', ');
  const later = shown.filter(({ relevance }) => relevance.status === 'deprioritized').length;
  const less = later === 0 ? '' : ` ${later} ${later === 1 ? 'has' : 'have'} lower priority.`;
  return `${pluralize(shown.length, 'finding')}: ${parts}.${less}`;
}

function labelOf({ class: kind, vulnerability }: ReportedFinding): string {
  return kind === 'malicious' ? 'malicious' : vulnerability.severity;
}

function toRow(finding: ReportedFinding): string[] {
  const { vulnerability, component, fix, match } = finding;
  return [labelOf(finding), vulnerability.id, component.name, component.version, toFixLabel(fix), match.confidence];
}
