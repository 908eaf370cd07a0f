/** The labels themselves, and what readers without a model reach with them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { PRECONDITION_TYPES, type Precondition } from '../../../../src/core/relevance/assessments/assessment.ts';
import { findRealData } from '../../../support/real-data.ts';
import { listPassedClaims } from '../worst-case-reader.ts';
import { listLabeledAdvisories, type Label, type LabeledAdvisory } from './labeled-advisories.ts';
import { ROWS } from './labeled-rows.ts';
import { isReadable, toScriptedReading } from './read-advisory.ts';
import { isDismissible, scoreReadings } from './score-readings.ts';

describe('labeled rows', () => {
  it('are at least 300 different advisories of many ecosystems, with and without preconditions', () => {
    expect(new Set(ROWS.map(([, id]) => id)).size).toBe(ROWS.length);
    expect(ROWS.length).toBeGreaterThanOrEqual(300);
    expect(new Set(ROWS.map(([ecosystem]) => ecosystem)).size).toBeGreaterThanOrEqual(10);
    expect(ROWS.filter(([, , , , labels]) => labels.length === 0).length).toBeGreaterThan(100);
    expect(ROWS.filter(([, , reason]) => reason === 'random').length).toBeGreaterThan(200);
    expect(ROWS.flatMap(([, , , , labels]) => labels.filter(([type]) => !PRECONDITION_TYPES.includes(type)))).toEqual(
      [],
    );
  });
});

describe.skipIf(findRealData('osv') === undefined)('labeled advisories', { timeout: 600_000 }, () => {
  let advisories: readonly LabeledAdvisory[] = [];
  const readAll = (claim: (advisory: LabeledAdvisory) => readonly Precondition[]) =>
    scoreReadings(advisories.map((advisory) => toScriptedReading(advisory, claim(advisory))));

  beforeAll(async () => {
    advisories = (await listLabeledAdvisories()) ?? [];
  }, 600_000);

  it('have labels inside of their texts', () => {
    const outside = advisories.filter(({ text, labels }) =>
      labels.some(({ start, end }) => start < 0 || end > text.length),
    );

    expect(outside.map(({ id }) => id)).toEqual([]);
  });

  it('are found completely by a reader that knows the labels, who dismisses nothing else', () => {
    const report = readAll((advisory) => advisory.labels.map((label) => toClaim(advisory, label)));

    expect(report.recall.good).toBe(report.recall.all);
    expect(report.precision.good).toBe(report.precision.all);
    expect(report.silent.good).toBe(report.silent.all);
    expect(report.wrongDismissals.ids).toEqual([]);
    expect(report.yield.good / report.yield.all).toBeGreaterThan(0.5);
  });

  it('are not found by a reader that claims nothing', () => {
    const { recall, yield: dismissed } = readAll(() => []);

    expect([recall.good, dismissed.good]).toEqual([0, 0]);
  });

  it('are not dismissed by a reader that claims everything unless a label says so', () => {
    const dismissed = advisories.filter(({ subject, texts }) =>
      listPassedClaims(subject, texts).some(({ isGuarded }) => !isGuarded),
    );

    expect(dismissed.length).toBeGreaterThan(10);
    expect(dismissed.filter((advisory) => !isDismissible(advisory)).map(({ id }) => id)).toEqual([]);
  });

  it('are kept by the filter before the model where a label dismisses, if the sentence is not also about the fix', () => {
    const filtered = advisories.filter((each) => isDismissible(each) && !isReadable(each));

    expect(filtered.map(({ id }) => id)).toEqual(['GHSA-2gw2-8q9w-cw8p']);
  });
});

function toClaim({ text }: LabeledAdvisory, { type, value, start, end }: Label): Precondition {
  return { type, value, quote: text.slice(start, end), necessary: true };
}
