/** The labeled set itself: it is complete and balanced, and its labels follow from the table of contradictions. */
import { describe, expect, it } from 'vitest';
import { parseProfileFields } from '../../../src/core/profile/parse-profile-fields.ts';
import { SHARING_MODES } from '../../../src/core/vocabulary/ai.ts';
import { ITEMS } from './all-items.ts';
import { evaluateSet } from './evaluate-set.ts';
import { MACHINE_JUSTIFICATIONS, SUITES } from './evaluation-item.ts';
import { reportOn } from './evaluation-report.ts';
import { isQuotedFrom } from './look-at-readings.ts';
import { carefulReader, hastyReader } from './scripted-readers.ts';
import { toFindingInput } from './to-finding-input.ts';

const CORE = ITEMS.filter(({ suite }) => suite === 'core');

describe('labeled set', () => {
  it('has 150 items in its core, ten for each machine justification, and every suite', () => {
    const few = MACHINE_JUSTIFICATIONS.filter(
      (each) => CORE.filter(({ justification }) => justification === each).length < 10,
    );

    expect(CORE.length).toBeGreaterThanOrEqual(150);
    expect(few).toEqual([]);
    for (const suite of SUITES) expect(ITEMS.filter((item) => item.suite === suite).length).toBeGreaterThanOrEqual(10);
    expect(CORE.filter(({ label }) => label === 'relevant').length).toBeGreaterThanOrEqual(CORE.length / 3);
  });

  it('covers many ecosystems', () => {
    expect(new Set(CORE.map(({ component }) => component.ecosystem)).size).toBeGreaterThanOrEqual(10);
  });

  it.each([
    ['id', ITEMS.map(({ id }) => id)],
    ['record', ITEMS.flatMap(({ advisory }) => advisory.records.map(({ recordId }) => recordId))],
    ['text', ITEMS.map(({ advisory }) => advisory.records[0]?.details)],
  ])('uses every %s only once', (_, values) => {
    expect(new Set(values).size).toBe(values.length);
  });

  it('has a machine justification for exactly the items that are not relevant', () => {
    const wrong = ITEMS.filter(({ label, justification }) =>
      label === 'not_relevant'
        ? !MACHINE_JUSTIFICATIONS.some((each) => each === justification)
        : justification !== null,
    );

    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(ITEMS.filter(({ rationale }) => rationale === '')).toEqual([]);
  });

  it('labels only core items as not relevant, because the other suites must not be dismissed', () => {
    expect(ITEMS.filter(({ suite, label }) => suite !== 'core' && label !== 'relevant')).toEqual([]);
  });

  it.each(ITEMS)('$id has valid profile fields, and quotes from its text', ({ id, ...rest }) => {
    const item = { id, ...rest };
    const { texts } = toFindingInput(item, 'full-profile');

    for (const { fields } of item.profiles) expect(parseProfileFields(fields)).toBeDefined();
    expect(item.needs.filter(({ quote }) => !isQuotedFrom(texts, quote))).toEqual([]);
  });
});

describe('a careful reader', () => {
  it.each(SHARING_MODES)('never dismisses an item labeled relevant (%s)', async (sharing) => {
    const settings = { model: 'scripted', sharing };
    const outcomes = await evaluateSet(carefulReader, { items: ITEMS, settings, runs: 1, concurrency: 1 });
    const { wrongDismissals, rightReason, yieldWithSuggestions, quotes } = reportOn(outcomes);

    expect(wrongDismissals.items).toEqual([]);
    expect(rightReason.good).toBe(rightReason.all);
    expect(quotes.good).toBe(quotes.all);
    const guarded = outcomes.filter(({ item }) => item.startsWith('guard-'));
    expect(guarded.map(({ status, suggested }) => [status, suggested])).toEqual(guarded.map(() => ['relevant', true]));
    // Otherwise the labels would also hold with a verifier that rejects everything.
    expect(yieldWithSuggestions.good / yieldWithSuggestions.all).toBeGreaterThan(0.9);
  });
});

describe('a hasty reader', () => {
  it('gets only items dismissed whose text mentions a condition without requiring it', async () => {
    const settings = { model: 'scripted', sharing: 'structured-profile' } as const;
    const outcomes = await evaluateSet(hastyReader, { items: ITEMS, settings, runs: 1, concurrency: 1 });
    const { wrongDismissals, wrongWithoutVerifier } = reportOn(outcomes);
    const wrong = ITEMS.filter(({ id }) => wrongDismissals.items.includes(id));

    expect(wrongDismissals.good).toBeLessThan(wrongWithoutVerifier?.good ?? 0);
    expect(wrong.filter(({ needs }) => needs.every(({ necessary }) => necessary))).toEqual([]);
  });
});
