/** Renders a report as Markdown for a pull request comment: the findings by severity, the coverage, and the first findings. */
import { toShortActionItem } from './action-markdown.ts';
import { describeCoverage, describeNothingFound, findDataNotice, describeSeverities } from '../wording.ts';
import { toMarkdownCode, toMarkdownText } from '../../text/markdown-text.ts';
import { describeMissingImages, NAME_MAX } from './name-list.ts';
import { alertSeverityOf, type BySeverity, type Report, type ReportedFinding } from '../report.ts';
import type { ReportedAction } from '../reported-plan.ts';
import { pluralize } from '../../text/pluralize.ts';
import { SEVERITIES } from '../../vocabulary/severity.ts';

export interface MarkdownReport extends Omit<Report, 'findings'> {
  /** The first findings only. */
  readonly findings: readonly (ReportedFinding & { readonly priority: { readonly band: string } })[];
  /** Counts of all findings. */
  readonly bySeverity: BySeverity;
  readonly hidden: number;
  /** Images of earlier versions that were not uploaded for this version. */
  readonly notUploaded?: readonly string[];
  /** The plan of the version, if the findings are those of a version. */
  readonly plan?: MarkdownPlan | undefined;
}

interface MarkdownPlan {
  /** The first actions only. */
  readonly actions: readonly ReportedAction[];
  readonly actionCount: number;
  /** Link to the whole plan; undefined if the public URL is not configured. */
  readonly link: string | undefined;
}

export function toMarkdown(report: MarkdownReport): string {
  const total = SEVERITIES.reduce((sum, severity) => sum + report.bySeverity[severity], 0);
  const notice = findDataNotice(report.data);
  const left = total - report.findings.length;
  const paragraphs = [
    `### ${toMarkdownText(report.subject)}: ${pluralize(total, 'finding')}`,
    total === 0 ? describeNothingFound(report.coverage) : describeSeverities(report.bySeverity),
    describeCoverage(report.coverage),
    ...(report.notUploaded?.length
      ? [`${describeMissingImages(report.notUploaded)} Their findings are not counted and not considered fixed.`]
      : []),
    ...(report.hidden > 0 ? [`${pluralize(report.hidden, 'finding')} filtered as not relevant.`] : []),
    ...(notice === undefined ? [] : [`**Note:** ${toMarkdownText(notice)}`]),
    ...(report.findings.length === 0 ? [] : [toTable(report.findings)]),
    ...(left > 0 ? [`And ${left} more.`] : []),
    ...(report.plan === undefined ? [] : toPlan(report.plan)),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function toPlan({ actions, actionCount, link }: MarkdownPlan): string[] {
  if (actions.length === 0) return [];
  const left = actionCount - actions.length;
  const all = link === undefined ? [] : [`[View the full plan](${link})`];
  return [
    '#### Recommended actions',
    actions.map((action, index) => toShortActionItem(action, index + 1)).join('\n'),
    ...[[...(left > 0 ? [`And ${pluralize(left, 'more action')}.`] : []), ...all].join(' ')].filter(
      (line) => line !== '',
    ),
  ];
}

function toTable(findings: MarkdownReport['findings']): string {
  const rows = findings.map((finding) => [
    alertSeverityOf(finding),
    toPriority(finding),
    toMarkdownText(finding.vulnerability.id, ID_CHARACTERS_MAX),
    `${toMarkdownCode(finding.component.name, NAME_MAX)} ${toMarkdownText(finding.component.version, VERSION_CHARACTERS_MAX)}`,
    toFix(finding),
    toMarkdownText(finding.vulnerability.title, TITLE_CHARACTERS_MAX),
  ]);
  return [['Severity', 'Priority', 'Vulnerability', 'Package', 'Fixed in', 'Title'], COLUMN_LINE, ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** `P3, lower priority: accepted`. */
function toPriority({ priority, relevance }: MarkdownReport['findings'][number]): string {
  if (relevance.status === 'relevant') return priority.band;
  const word = relevance.status === 'deprioritized' ? 'lower priority' : 'not relevant';
  const why = relevance.label?.replace('_', ' ') ?? relevance.reasons[0]?.text;
  return `${priority.band}, ${word}${why === undefined ? '' : `: ${toMarkdownText(why, TITLE_CHARACTERS_MAX)}`}`;
}

const COLUMN_LINE = ['---', '---', '---', '---', '---', '---'];
const ID_CHARACTERS_MAX = 64;
const VERSION_CHARACTERS_MAX = 64;
const TITLE_CHARACTERS_MAX = 120;

function toFix({ fix }: ReportedFinding): string {
  const [nearest] = fix.versions;
  if (nearest === undefined) return WITHOUT_VERSION[fix.state];
  const version = toMarkdownText(nearest, VERSION_CHARACTERS_MAX);
  return fix.channel ? `${version} with ${toMarkdownText(fix.channel, NAME_MAX)}` : version;
}

const WITHOUT_VERSION: Readonly<Record<ReportedFinding['fix']['state'], string>> = {
  fixed: 'version unknown',
  not_fixed: 'no fix',
  wont_fix: 'will not be fixed',
  deferred: 'postponed',
  eol: 'end of life',
  unknown: 'unknown',
};
