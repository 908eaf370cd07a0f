import { describe, expect, it } from 'vitest';
import type { Precondition, PreconditionType } from '../../../../src/core/relevance/assessments/assessment.ts';
import { toProfileView } from '../../../../src/core/profile/to-profile-view.ts';
import { aSubject } from '../../../support/subjects.ts';
import { serviceRunning } from '../profile-parts.ts';
import type { Label, LabeledAdvisory } from './labeled-advisories.ts';
import { isSame, scoreReadings, type Reading } from './score-readings.ts';

const TEXT = 'A title\nNames leak. If the fast mode is on, Windows hosts fail. Nothing else.';

function aLabel(type: PreconditionType, value: string | null, words: string): Label {
  const start = TEXT.indexOf(words);
  return { type, value, start, end: start + words.length };
}

function aClaim(type: PreconditionType, value: string | null, quote: string, necessary = true): Precondition {
  return { type, value, quote, necessary };
}

function anAdvisory(id: string, labels: readonly Label[]): LabeledAdvisory {
  const profiles = [toProfileView({ name: 'default', version: 1, fields: serviceRunning('npm') }, [])];
  const subject = aSubject({ profiles });
  return { id, ecosystem: 'npm', reason: 'random', subject, texts: [], text: TEXT, labels };
}

const ON_WINDOWS = aLabel('os', 'windows', 'Windows hosts');
const FAST_MODE = aLabel('configuration', 'fast mode', 'fast mode');

describe('isSame', () => {
  it.each([
    ['the same platform', ON_WINDOWS, aClaim('os', 'Windows', 'anything'), true],
    ['another platform', ON_WINDOWS, aClaim('os', 'darwin', 'Windows hosts'), false],
    ['more platforms', ON_WINDOWS, aClaim('os', 'windows, darwin', 'Windows hosts'), false],
    ['another type', ON_WINDOWS, aClaim('arch', 'windows', 'Windows hosts'), false],
    ['another type of use', FAST_MODE, aClaim('feature', 'speed', 'the fast mode is on'), true],
    ['another part of the sentence', FAST_MODE, aClaim('feature', 'speed', 'hosts fail'), true],
    ['another sentence', FAST_MODE, aClaim('feature', 'speed', 'Names leak'), false],
    ['no quote', FAST_MODE, aClaim('feature', 'speed', ''), false],
    ['a quote that is not in the text', FAST_MODE, aClaim('feature', 'speed', 'if fast'), false],
  ] as const)('compares a label with %s', (_, label, claim, expected) => {
    expect(isSame({ text: TEXT }, label, claim)).toBe(expected);
  });
});

describe('scoreReadings', () => {
  const labeled = anAdvisory('a', [ON_WINDOWS, FAST_MODE]);
  const plain = anAdvisory('b', []);
  const read = (advisory: LabeledAdvisory, claimed: Reading['claimed'], isDismissed = false): Reading => ({
    advisory,
    claimed,
    isDismissed,
  });

  it('counts labels that were found and claims that are right', () => {
    const claims = [aClaim('os', 'windows', 'Windows hosts'), aClaim('egress', null, 'Names leak')];
    const report = scoreReadings([read(labeled, claims, true), read(plain, [])]);

    expect(report).toMatchObject({
      recall: { good: 1, all: 2 },
      precision: { good: 1, all: 2 },
      silent: { good: 1, all: 1 },
      wrongDismissals: { good: 0, all: 1, ids: [] },
      yield: { good: 1, all: 1 },
    });
  });

  it('ignores claims that are not necessary', () => {
    const { recall, precision } = scoreReadings([read(labeled, [aClaim('os', 'windows', 'Windows hosts', false)])]);

    expect([recall.good, precision.all]).toEqual([0, 0]);
  });

  it('counts a failed call as a failure and as found nothing', () => {
    const report = scoreReadings([read(labeled, null), read(plain, null)]);

    expect(report).toMatchObject({ failed: 2, recall: { good: 0, all: 2 }, silent: { good: 0, all: 1 } });
  });

  it('calls a dismissal without a label wrong', () => {
    const { wrongDismissals } = scoreReadings([read(plain, [], true), read(labeled, [], true)]);

    expect(wrongDismissals).toMatchObject({ good: 1, all: 2, ids: ['b'] });
    expect(wrongDismissals.bound).toBeGreaterThan(0.9);
  });
});
