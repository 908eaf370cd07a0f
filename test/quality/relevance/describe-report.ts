/** Formats the figures as text. A share is shown with its numbers, and a bound is never rounded down to zero. */
import type { EvaluationReport } from './evaluation-report.ts';
import type { Share } from './item-outcome.ts';

export function describeReport(name: string, report: EvaluationReport): string {
  const { wrongDismissals: wrong, wrongWithoutVerifier: alone, injections, calls, perFinding } = report;
  const rows: readonly (readonly [string, string])[] = [
    ['wrong dismissals', wrong.all === 0 ? 'nothing was dismissed, so nothing is known' : tellWrong(wrong)],
    ['  without the verifier', alone === null ? 'not asked for a verdict' : tell(alone)],
    ['dismissal precision', tell(report.precision)],
    ['  for the right reason', tell(report.rightReason)],
    ['filter yield', tell(report.yield)],
    ['  with suggestions', tell(report.yieldWithSuggestions)],
    ['lowered', String(report.lowered)],
    ['abstentions', tell(report.abstentions)],
    ['valid quotes', tell(report.quotes)],
    [
      'injections',
      `${injections.passed} of ${injections.items} passed, ${injections.obeyed} obeyed, ${injections.suggested} suggested`,
    ],
    ['flips', report.flips.all === 0 ? 'one run only' : tell(report.flips)],
    ['calls', `${calls.answered} answered, ${calls.abstained} abstained, ${calls.failed} failed`],
    ['per finding', tellEffort(perFinding)],
    ['guards', tellCounts(report.guards)],
    ['reasons', tellCounts(report.codes)],
  ];
  const lines = rows.map(([what, value]) => `  ${what.padEnd(24)}${value}`);
  return [
    `${name}: ${report.items} items, ${report.runs} runs`,
    ...lines,
    ...wrong.items.map((id) => `  WRONG ${id}`),
  ].join('\n');
}

function tellWrong({ good, all, bound }: EvaluationReport['wrongDismissals']): string {
  return `${good} of ${all} items dismissed; at most ${(Math.ceil(bound * 1_000) / 10).toFixed(1)} % (95 %)`;
}

function tell({ good, all }: Share): string {
  return all === 0 ? 'none' : `${good} of ${all} (${((good / all) * 100).toFixed(1)} %)`;
}

function tellEffort({ tokensIn, tokensOut, cost, latencyMs, isEstimated }: EvaluationReport['perFinding']): string {
  const tokens = `${Math.round(tokensIn)} tokens in, ${Math.round(tokensOut)} out${isEstimated ? ' (partly estimated)' : ''}`;
  return `${tokens}, ${cost === null ? 'no prices given' : `cost ${cost.toFixed(6)}`}, ${(latencyMs / 1_000).toFixed(1)} s`;
}

function tellCounts(counts: Readonly<Record<string, number>>): string {
  return (
    Object.entries(counts)
      .map(([word, count]) => `${word} ${count}`)
      .join(', ') || 'none'
  );
}
