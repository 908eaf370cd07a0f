/**
 * Nearly every score of EPSS moves a little every day, and a finding is not to be written anew for that. So findings follow steps:
 * what they are filtered and ordered by is the greatest step that the score reaches. It is a function of the score alone, so that
 * a finding does not depend on the scores of the days before.
 */

/** Six for each power of ten, which is 2.8 points of risk at most; the round numbers that people ask for are among them. */
const STEPS: readonly number[] = [
  ...[0.0001, 0.00015, 0.0002, 0.0003, 0.0005, 0.0007],
  ...[0.001, 0.0015, 0.002, 0.003, 0.005, 0.007],
  ...[0.01, 0.015, 0.02, 0.03, 0.05, 0.07],
  ...[0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
];

/** Scores are stored with seven digits: one that is exactly on a step may lie a hair below it. */
const HAIR = 1e-6;

/** `toEpssStep(0.94358)` is 0.9; below the first step it is 0. */
export function toEpssStep(score: number): number {
  return STEPS.findLast((step) => score >= step * (1 - HAIR)) ?? 0;
}
