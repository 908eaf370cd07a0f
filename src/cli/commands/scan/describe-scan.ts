/**
 * Formats the result of a scan for the terminal: a table, a summary, unchecked components, and the state of the data. Names and
 * titles are untrusted, so only printable characters are printed.
 */
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { describeCoverage, describeNothingFound, findDataNotice } from '../../../core/report/wording.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { alertSeverityOf, type Report, type ReportedFinding } from '../../../core/report/report.ts';
import { compareText } from '../../../core/text/compare-text.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { cutToWidth, toColumns, widestOf } from '../../terminal/columns.ts';

export interface TerminalFacts {
  /** Undefined if there is no terminal; nothing is truncated then. */
  readonly width: number | undefined;
  readonly colors: boolean;
}

const HEAD = ['SEVERITY', 'VULNERABILITY', 'PACKAGE', 'INSTALLED', 'FIXED IN', 'CONFIDENCE'];
/** Columns that can be truncated, with their minimum widths. */
const ELASTIC: ReadonlyMap<number, number> = new Map([
  [2, 16],
  [3, 10],
  [4, 10],
  [1, 16],
]);
const CELL_CHARACTERS_MAX = 200;

/** Sorts by severity, then by package; findings that are not relevant are only counted. */
export function describeScan(report: Report, terminal: TerminalFacts): string {
  const shown = report.findings.filter(isShown).toSorted(bySeverity);
  const table = shown.length === 0 ? '' : `${toTable(shown, terminal)}\n`;
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

const FIX_STATE_LABELS: Readonly<Record<ReportedFinding['fix']['state'], string>> = {
  fixed: 'fix available',
  not_fixed: 'no fix',
  wont_fix: 'will not fix',
  deferred: 'deferred',
  eol: 'end of life',
  unknown: '-',
};

function toTable(findings: readonly ReportedFinding[], { width, colors }: TerminalFacts): string {
  const rows = findings.map((finding) => toRow(finding).map((cell) => toPlainText(cell, CELL_CHARACTERS_MAX)));
  const fitting = width === undefined ? [HEAD, ...rows] : fitRows([HEAD, ...rows], width);
  const [head = '', ...lines] = toColumns(fitting).split('\n');
  const colored = lines.map((line, at) => (colors ? colorLine(line, findings[at]) : line));
  return [head, ...colored].join('\n');
}

function toRow(finding: ReportedFinding): string[] {
  const { vulnerability, component, fix, match } = finding;
  const fixed = fix.versions[0] ?? FIX_STATE_LABELS[fix.state];
  return [labelOf(finding), vulnerability.id, component.name, component.version, fixed, match.confidence];
}

/** Shrinks the first elastic column first; if the terminal is still too narrow, it wraps the lines. */
function fitRows(rows: readonly (readonly string[])[], width: number): readonly (readonly string[])[] {
  const widths = HEAD.map((_, column) => widestOf(rows, column));
  let excess = widths.reduce((sum, each) => sum + each + 2, -2) - width;
  for (const [column, least] of ELASTIC) {
    const given = Math.max(0, Math.min(excess, (widths[column] ?? 0) - least));
    widths[column] = (widths[column] ?? 0) - given;
    excess -= given;
  }
  return rows.map((row) => row.map((cell, column) => cutToWidth(cell, widths[column] ?? 0)));
}

const COLORS: Readonly<Record<string, string>> = {
  malicious: '1;31',
  critical: '1;31',
  high: '31',
  medium: '33',
  low: '36',
};

/** Colors only the word in the first column, which does not come from the document. */
function colorLine(line: string, finding: ReportedFinding | undefined): string {
  const word = finding === undefined ? '' : labelOf(finding);
  const color = COLORS[word];
  return color === undefined ? line : `\u001b[${color}m${word}\u001b[0m${line.slice(word.length)}`;
}
