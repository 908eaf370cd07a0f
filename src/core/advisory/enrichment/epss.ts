/**
 * Parses the daily EPSS file line by line: a comment with the date, a header line with the column names, then one line per CVE
 * id. The files of 2021 have no percentile. https://www.first.org/epss/data_stats
 */
import { isCveId } from '../../identity/vulnerability-id.ts';
import type { ParsedEnrichment, EpssFacts } from './enrichment.ts';
import { parseDay } from '../instant.ts';

export interface EpssColumns {
  readonly cve: number;
  readonly score: number;
  /** -1 if the file has no percentile. */
  readonly percentile: number;
}

const DAY_CHARACTERS = 10;
const SCORE_DATE = 'score_date:';

/** Returns the date in `#model_version:v2026.06.15,score_date:2026-08-22T00:00:00+0000`, or null if there is none. */
export function parseEpssDay(comment: string): string | null {
  const start = comment.indexOf(SCORE_DATE);
  if (start === -1) return null;
  const begin = start + SCORE_DATE.length;
  return parseDay(comment.slice(begin, begin + DAY_CHARACTERS)) ?? null;
}

/** Returns undefined if a required column is missing. */
export function parseEpssColumns(line: string): EpssColumns | undefined {
  const names = line.split(',').map((name) => name.trim().toLowerCase());
  const columns = { cve: names.indexOf('cve'), score: names.indexOf('epss'), percentile: names.indexOf('percentile') };
  return columns.cve === -1 || columns.score === -1 ? undefined : columns;
}

export function parseEpssRow(
  line: string,
  columns: EpssColumns,
): ParsedEnrichment<{ readonly cve: string; readonly epss: EpssFacts }> {
  const fields = line.split(',');
  const cve = fields[columns.cve]?.trim() ?? '';
  if (!isCveId(cve)) return { kind: 'bad', problem: 'no CVE id' };
  const score = parseProbability(fields[columns.score]);
  if (score === undefined) return { kind: 'bad', problem: 'score is not a number from 0 to 1' };
  const percentile = columns.percentile === -1 ? null : parseProbability(fields[columns.percentile]);
  if (percentile === undefined) return { kind: 'bad', problem: 'percentile is not a number from 0 to 1' };
  return { kind: 'read', enrichment: { cve, epss: { score, percentile } } };
}

// The smallest scores are written as 1e-05.
const PROBABILITY = /^[0-9]{1,2}(?:\.[0-9]{1,20})?(?:[eE]-?[0-9]{1,2})?$/;

function parseProbability(field: string | undefined): number | undefined {
  const text = field?.trim() ?? '';
  const share = PROBABILITY.test(text) ? Number(text) : Number.NaN;
  return share >= 0 && share <= 1 ? share : undefined;
}

/** Six steps per power of ten, at most 2.8 risk points apart; they include the round numbers that users filter by. */
const STEPS: readonly number[] = [
  0.0001, 0.00015, 0.0002, 0.0003, 0.0005, 0.0007, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03,
  0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
];

/** Scores are stored with seven digits, so a score that is exactly on a step may be slightly below it. */
const TOLERANCE = 1e-6;

/**
 * Nearly every EPSS score changes a little every day, and findings must not be rewritten for that. Findings are therefore filtered
 * and sorted by the greatest step that the score reaches. The step depends only on the score, not on the scores of earlier days.
 * `toEpssStep(0.94358)` is 0.9; below the first step it is 0.
 */
export function toEpssStep(score: number): number {
  return STEPS.findLast((step) => score >= step * (1 - TOLERANCE)) ?? 0;
}
