/**
 * Renders the plan of a version as Markdown for a pull request: the actions in order, the remaining findings with reasons, and
 * the results of the previous plan.
 */
import { toActionItem } from './action-markdown.ts';
import { describeCoverage, describeNothingFound, describeSeverities } from '../wording.ts';
import { toMarkdownCode, toMarkdownText } from '../../text/markdown-text.ts';
import { NAME_MAX, toNameList } from './name-list.ts';
import type { ReportedPreviousPlan, ReportedPlan } from '../reported-plan.ts';
import { pluralize } from '../../text/pluralize.ts';

export interface PlanMarkdown extends ReportedPlan {
  readonly service: string;
  /** Link to the plan; undefined if the public URL is not configured. */
  readonly link: string | undefined;
}

const ACTIONS_MAX = 50;
const RESIDUAL_MAX = 50;
const OUTCOMES_MAX = 50;
const LINE_MAX = 400;

export function toPlanMarkdown(plan: PlanMarkdown): string {
  const title = `# Remediation plan for ${toMarkdownText(plan.service, NAME_MAX)} ${toMarkdownText(plan.version.name, NAME_MAX)}`;
  const sections = [
    title,
    ...summaryOf(plan),
    ...toActions(plan),
    ...toResidual(plan),
    ...(plan.previousPlan === null ? [] : toPreviousPlan(plan.previousPlan)),
    ...toNotes(plan),
    ...(plan.link === undefined ? [] : [`[View the plan in Assay](${plan.link})`]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function summaryOf({ basis, prediction, actions, actionCount, residualCount, coverage }: ReportedPlan): string[] {
  if (basis.analysisId === null || coverage === null)
    return ['> The version is not analyzed yet. The plan is available after the analysis.'];
  const { before, after } = prediction;
  const image = basis.image === null ? '' : ` in ${toMarkdownCode(basis.image, NAME_MAX)}`;
  if (before.total === 0) return [describeNothingToDo(coverage)];
  const counts = `${pluralize(before.total, 'open finding')}${image}: ${describeSeverities(before.bySeverity)}.`;
  if (actionCount === 0) return [`${counts} No action that fixes any of them is known.`, describeCoverage(coverage)];
  if (actions.every(({ claim, fixesCount }) => claim === 'unknown' || fixesCount === 0))
    return [
      `${counts} **${pluralize(actionCount, 'action')}** may help; none is verified.`,
      describeCoverage(coverage),
    ];
  const rest = after.total === 0 ? 'none remain' : describeRest(after);
  const why = residualCount === 0 ? '' : ' The reasons are listed under Remaining.';
  return [
    `${counts} After **${pluralize(actionCount, 'action')}**, ${rest}; the risk falls from ${before.risk} to ${after.risk}.${why}`,
    describeCoverage(coverage),
  ];
}

function describeRest({ total, bySeverity }: ReportedPlan['prediction']['after']): string {
  return `${total} ${total === 1 ? 'remains' : 'remain'} (${describeSeverities(bySeverity)})`;
}

/** Unchecked components must not look safe. */
function describeNothingToDo(coverage: NonNullable<ReportedPlan['coverage']>): string {
  return `No open findings. ${describeNothingFound(coverage)} ${describeCoverage(coverage)}`;
}

function toActions({ actions, actionCount }: ReportedPlan): string[] {
  if (actions.length === 0) return [];
  const shown = actions.slice(0, ACTIONS_MAX);
  const left = actionCount - shown.length;
  return [
    '## Recommended actions',
    ...shown.map((action, index) => toActionItem(action, index + 1)),
    ...(left > 0 ? [`And ${pluralize(left, 'more action')}.`] : []),
  ];
}

function toResidual({ residual, residualCount }: ReportedPlan): string[] {
  if (residualCount === 0) return [];
  const shown = residual.slice(0, RESIDUAL_MAX);
  const lines = [...Map.groupBy(shown, ({ text }) => text)].flatMap(([text, members]) => [
    `- ${toMarkdownText(text, LINE_MAX)}`,
    ...members.map(
      ({ finding: { severity, vulnerability, package: name, version } }) =>
        `  - ${severity} ${toMarkdownText(vulnerability, NAME_MAX)} in ${toMarkdownCode(name, NAME_MAX)} ${toMarkdownCode(version, NAME_MAX)}`,
    ),
  ]);
  const left = residualCount - shown.length;
  return [`## Remaining (${residualCount})`, [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')];
}

const OUTCOME_LABELS: Readonly<Record<string, string>> = {
  applied: 'done',
  partially: 'partly done',
  superseded: 'fixed in another way',
  not_applied: 'not done',
  regressed: 'reverted',
  not_uploaded: 'not uploaded yet',
};

function toPreviousPlan({ version, outcomes, counts, predicted }: ReportedPreviousPlan): string[] {
  const words = Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([outcome, number]) => `${number} ${outcomeLabelOf(outcome)}`)
    .join(', ');
  const shown = outcomes.slice(0, OUTCOMES_MAX);
  const lines = shown.map(({ outcome, text, open, notUploaded }) => {
    const still = open.length === 0 ? '' : ` Still open: ${toNameList(open)}.`;
    const unseen = notUploaded.length === 0 ? '' : ` Not uploaded yet: ${toNameList(notUploaded)}.`;
    return `- ${outcomeLabelOf(outcome)}: ${toMarkdownText(text, LINE_MAX)}${still}${unseen}`;
  });
  const left = outcomes.length - shown.length;
  const { resolved, remaining, introduced } = predicted;
  return [
    `## Previous plan results (${toMarkdownText(version.name, NAME_MAX)})`,
    `${words === '' ? 'No actions were recommended' : words}. Fixed: ${resolved.actual} (${resolved.predicted} expected). Remaining: ${remaining.actual} (${remaining.predicted} expected). Introduced: ${introduced.actual} (${introduced.predicted} expected).`,
    ...(lines.length === 0 ? [] : [[...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')]),
  ];
}

function outcomeLabelOf(outcome: string): string {
  return (Object.hasOwn(OUTCOME_LABELS, outcome) ? OUTCOME_LABELS[outcome] : undefined) ?? toMarkdownText(outcome);
}

function toNotes({ prediction, filtered }: ReportedPlan): string[] {
  const { notes, introduced } = prediction;
  const lines = [
    ...(introduced.length === 0 ? [] : [`The plan introduces ${toNameList(introduced.map(({ id }) => id))}.`]),
    ...(filtered.wouldAlsoFix === 0
      ? []
      : [`The plan also fixes ${pluralize(filtered.wouldAlsoFix, 'filtered finding')}.`]),
    ...notes.map((note) => toMarkdownText(note, LINE_MAX)),
  ];
  return lines.length === 0 ? [] : ['## Notes', lines.map((line) => `- ${line}`).join('\n')];
}
