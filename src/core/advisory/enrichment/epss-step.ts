/**
 * EPSS steps. Nearly every EPSS score changes a little every day, and findings must not be rewritten for that. Findings are
 * therefore filtered and sorted by the greatest step that the score reaches. The step depends only on the score, not on the
 * scores of earlier days.
 */

/** Six steps per power of ten, at most 2.8 risk points apart; they include the round numbers that users filter by. */
const STEPS: readonly number[] = [
  0.0001, 0.00015, 0.0002, 0.0003, 0.0005, 0.0007, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03,
  0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
];

/** Scores are stored with seven digits, so a score that is exactly on a step may be slightly below it. */
const TOLERANCE = 1e-6;

/** `toEpssStep(0.94358)` is 0.9; below the first step it is 0. */
export function toEpssStep(score: number): number {
  return STEPS.findLast((step) => score >= step * (1 - TOLERANCE)) ?? 0;
}
