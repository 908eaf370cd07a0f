/**
 * Scores per ecosystem. A pair of component and vulnerability is a true positive if it is affected and found, a false positive if
 * it is found but not affected, and a false negative if it is affected but not found. Labeled pairs without an answer are counted
 * separately: they are not errors, but too many make the other numbers worthless.
 */
import type { JudgedCase } from './judge-case.ts';
import type { LabeledCase } from './labeled-case.ts';

export interface Score {
  readonly cases: number;
  readonly pairs: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Of the pairs labeled "affected" or "not affected". */
  readonly cannotAssess: number;
}

export interface Scores {
  /** By ecosystem; `all` is the total. */
  readonly ecosystems: Readonly<Record<string, Score>>;
  /** Wrongly answered cases by name, with the difference. */
  readonly wrong: Readonly<Record<string, string>>;
}

export interface ScoredCase {
  readonly labeled: LabeledCase;
  readonly judged: JudgedCase;
}

export function scoreCases(cases: readonly ScoredCase[]): Scores {
  const byEcosystem = [...Map.groupBy(cases, ({ labeled }) => labeled.ecosystem)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return {
    ecosystems: Object.fromEntries([
      ...byEcosystem.map(([ecosystem, ofOne]) => [ecosystem, scoreOf(ofOne)] as const),
      ['all', scoreOf(cases)],
    ]),
    wrong: Object.fromEntries(
      cases
        .filter(({ judged }) => judged.problems.length > 0)
        .map(({ labeled, judged }): [string, string] => [labeled.name, judged.problems.join('; ')])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

function scoreOf(cases: readonly ScoredCase[]): Score {
  const pairs = cases.flatMap(({ judged }) => judged.pairs);
  const hits = pairs.filter(({ expected, given }) => expected === 'affected' && given === 'affected').length;
  const falseAlarms = pairs.filter(({ expected, given }) => expected !== 'affected' && given === 'affected').length;
  const missed = pairs.filter(({ expected, given }) => expected === 'affected' && given !== 'affected').length;
  const assessable = pairs.filter(({ expected }) => expected === 'affected' || expected === 'not_affected');
  const open = assessable.filter(({ given }) => given === 'cannot_assess').length;
  return {
    cases: cases.length,
    pairs: pairs.length,
    precision: share(hits, hits + falseAlarms, 1),
    recall: share(hits, hits + missed, 1),
    f1: share(2 * hits, 2 * hits + falseAlarms + missed, 1),
    cannotAssess: share(open, assessable.length, 0),
  };
}

/** Rounded to four places; `best` if there is nothing to count. */
function share(part: number, whole: number, best: number): number {
  return whole === 0 ? best : Math.round((part / whole) * 10_000) / 10_000;
}

const MAY_NOT_FALL = ['cases', 'precision', 'recall', 'f1'] as const;

/** Returns one line for every figure that got worse. */
export function findFalls(before: Scores, now: Scores): string[] {
  const falls = Object.entries(before.ecosystems).flatMap(([ecosystem, was]) => {
    const is = now.ecosystems[ecosystem];
    if (is === undefined) return [`${ecosystem}: it has no cases any more`];
    const fallen = MAY_NOT_FALL.filter((each) => is[each] < was[each]).map(
      (each) => `${each} fell from ${was[each]} to ${is[each]}`,
    );
    const silent =
      is.cannotAssess > was.cannotAssess ? [`cannotAssess rose from ${was.cannotAssess} to ${is.cannotAssess}`] : [];
    return [...fallen, ...silent].map((what) => `${ecosystem}: ${what}`);
  });
  const newlyWrong = Object.entries(now.wrong).filter(([name]) => !Object.hasOwn(before.wrong, name));
  return [...falls, ...newlyWrong.map(([name, problem]) => `newly wrong: ${name} (${problem})`)];
}

/** As Markdown. */
export function describeScores({ ecosystems }: Scores): string {
  const rows = Object.entries(ecosystems).map(([ecosystem, { cases, precision, recall, f1, cannotAssess }]) => {
    const shares = [precision, recall, f1, cannotAssess].map((value) => `${percent(value)} %`);
    return `| ${ecosystem} | ${cases} | ${shares.join(' | ')} |`;
  });
  return [
    '| Ecosystem | Cases | Precision | Recall | F1 | Cannot assess |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

function percent(value: number): string {
  return (value * 100).toFixed(value === 1 || value === 0 ? 0 : 1);
}
