/** A report for people, in the comment of a pull request: what was found, how much was checked, and the first of the findings. */
import type { Severity } from '../advisory/advisory.ts';
import { count, describeCoverage, describeNothingFound } from './coverage-words.ts';
import { findDataNotice } from './data-words.ts';
import { toMarkdownCode, toMarkdownText } from './markdown-text.ts';
import { alarmOf, type BySeverity, type Report, type ReportedFinding } from './report.ts';

export interface MarkdownReport extends Omit<Report, 'findings'> {
  /** The first ones. */
  readonly findings: readonly (ReportedFinding & { readonly priority: { readonly band: string } })[];
  /** Of all. */
  readonly bySeverity: BySeverity;
  readonly hidden: number;
}

const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];

export function toMarkdown(report: MarkdownReport): string {
  const total = SEVERITIES.reduce((sum, severity) => sum + report.bySeverity[severity], 0);
  const notice = findDataNotice(report.data);
  const left = total - report.findings.length;
  const paragraphs = [
    `### ${toMarkdownText(report.subject)}: ${count(total, 'finding')}`,
    total === 0 ? describeNothingFound(report.coverage) : describeCounts(report.bySeverity),
    describeCoverage(report.coverage),
    ...(report.hidden > 0 ? [`${count(report.hidden, 'finding')} filtered as not relevant.`] : []),
    ...(notice === undefined ? [] : [`**Note:** ${toMarkdownText(notice)}`]),
    ...(report.findings.length === 0 ? [] : [toTable(report.findings)]),
    ...(left > 0 ? [`And ${left} more.`] : []),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function describeCounts(bySeverity: BySeverity): string {
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0);
  return counts.map((severity) => `${bySeverity[severity]} ${severity}`).join(', ');
}

function toTable(findings: MarkdownReport['findings']): string {
  const rows = findings.map((finding) => [
    alarmOf(finding),
    toPriority(finding),
    toMarkdownText(finding.vulnerability.id, ID_CHARACTERS_MAX),
    `${toMarkdownCode(finding.component.name, NAME_CHARACTERS_MAX)} ${toMarkdownText(finding.component.version, VERSION_CHARACTERS_MAX)}`,
    toFix(finding),
    toMarkdownText(finding.vulnerability.title, TITLE_CHARACTERS_MAX),
  ]);
  return [['Severity', 'Priority', 'Vulnerability', 'Package', 'Fixed in', 'Title'], COLUMN_LINE, ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** `P3, lower: accepted`. */
function toPriority({ priority, relevance }: MarkdownReport['findings'][number]): string {
  if (relevance.status === 'relevant') return priority.band;
  const word = relevance.status === 'deprioritized' ? 'lower' : 'not relevant';
  const why = relevance.label?.replace('_', ' ') ?? relevance.reasons[0]?.text;
  return `${priority.band}, ${word}${why === undefined ? '' : `: ${toMarkdownText(why, TITLE_CHARACTERS_MAX)}`}`;
}

const COLUMN_LINE = ['---', '---', '---', '---', '---', '---'];
const ID_CHARACTERS_MAX = 64;
const NAME_CHARACTERS_MAX = 128;
const VERSION_CHARACTERS_MAX = 64;
const TITLE_CHARACTERS_MAX = 120;

function toFix({ fix }: ReportedFinding): string {
  const [nearest] = fix.versions;
  if (nearest === undefined) return WITHOUT_VERSION[fix.state];
  const version = toMarkdownText(nearest, VERSION_CHARACTERS_MAX);
  return fix.channel === 'pro' ? `${version} with Ubuntu Pro` : version;
}

const WITHOUT_VERSION: Readonly<Record<ReportedFinding['fix']['state'], string>> = {
  fixed: 'version not known',
  not_fixed: 'no fix',
  wont_fix: 'will not be fixed',
  deferred: 'put off',
  eol: 'release has ended',
  unknown: 'not known',
};
