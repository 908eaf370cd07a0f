/**
 * Decides whether an evaluation passes. A model that finds nothing dismisses nothing wrongly, and one whose answers are cut off
 * neither: both have failed, because they are of no use.
 */
import type { ReadingReport } from './advisories/score-readings.ts';
import type { EvaluationReport } from './evaluation-report.ts';

/** More failed calls than this say something about the model, and not about the network. */
const FAILED_SHARE_MAX = 0.05;

type Items = Pick<EvaluationReport, 'items' | 'wrongDismissals' | 'yieldWithSuggestions' | 'calls'>;

/** Null: not evaluated. Returns a sentence for each problem. */
export function findProblems(items: Items | null, readings: ReadingReport | null): readonly string[] {
  return [
    ...(items === null || items.items === 0 ? [] : findInItems(items)),
    ...(readings === null || readings.advisories === 0 ? [] : findInReadings(readings)),
  ];
}

function findInItems({ wrongDismissals, yieldWithSuggestions, calls }: Items): readonly string[] {
  const failed = calls.failed + calls.abstained;
  return [
    ...(wrongDismissals.good > 0 ? [`${wrongDismissals.good} items were dismissed wrongly.`] : []),
    ...findFailures(failed, failed + calls.answered),
    ...(yieldWithSuggestions.all > 0 && yieldWithSuggestions.good === 0 ? ['No item was dismissed or suggested.'] : []),
  ];
}

function findInReadings({ wrongDismissals, recall, failed, advisories }: ReadingReport): readonly string[] {
  return [
    ...(wrongDismissals.good > 0 ? [`${wrongDismissals.good} advisories were dismissed wrongly.`] : []),
    ...findFailures(failed, advisories),
    ...(recall.all > 0 && recall.good === 0 ? ['No precondition was found.'] : []),
  ];
}

function findFailures(failed: number, all: number): readonly string[] {
  return failed > all * FAILED_SHARE_MAX ? [`${failed} of ${all} calls failed or were cut off.`] : [];
}
