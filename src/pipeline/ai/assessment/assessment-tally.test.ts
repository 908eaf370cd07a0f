import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../ai/model-answer.ts';
import type { VerifiedAssessment } from '../../../core/relevance/assessments/verification/verify-assessment.ts';
import type { StopReason } from './ended-run.ts';
import { AssessmentTally } from './assessment-tally.ts';
import { anOpinion } from '../../../../test/support/subjects.ts';

function aTally(answered: number, failures: readonly Failure[] = [], stop: StopReason = null): AssessmentTally {
  const tally = new AssessmentTally();
  tally.add('answered', answered);
  for (const reason of failures) tally.addFailure({ reason });
  if (stop !== null) tally.stop = stop;
  return tally;
}

describe('AssessmentTally', () => {
  it.each<[string, AssessmentTally, string, string | null]>([
    ['every question was answered', aTally(3), 'done', null],
    ['no question was needed', aTally(0), 'done', null],
    ['most questions were answered', aTally(3, ['timeout']), 'done', null],
    ['no question was answered', aTally(0, ['timeout', 'provider_error', 'timeout']), 'failed', 'timeout'],
    ['the key is wrong', aTally(3, ['auth']), 'failed', 'auth'],
    ['the daily budget is exhausted', aTally(3, ['timeout'], 'day'), 'skipped', 'budget'],
    ['the monthly budget is exhausted', aTally(3, [], 'month'), 'skipped', 'budget'],
    ['AI was disabled during the run', aTally(3, ['interrupted'], 'ai_disabled'), 'skipped', 'ai_disabled'],
    ['the service opted out during the run', aTally(3, [], 'opt_out'), 'skipped', 'opt_out'],
    ['every request was blocked', aTally(0, ['circuit_open']), 'skipped', 'circuit_open'],
    ['the provider failed', aTally(1, ['provider_error', 'circuit_open']), 'failed', 'provider_error'],
  ])('reports the status and reason if %s', (_, tally, status, reason) => {
    expect(tally.toOutcome()).toEqual({ status, reason });
  });

  it.each<[string, Partial<VerifiedAssessment>, boolean, object]>([
    ['dismissed', { opinion: anOpinion({ kind: 'ai', effect: 'dismiss' }) }, true, { dismissed: 1 }],
    ['suggested', { opinion: anOpinion({ kind: 'ai', effect: 'dismiss' }) }, false, { suggested: 1 }],
    ['lowered', { opinion: anOpinion({ kind: 'ai', effect: 'deprioritize' }) }, true, { deprioritized: 1 }],
    [
      'rejected',
      { opinion: anOpinion({ kind: 'ai', effect: 'annotate' }), code: 'ai_unverified_quote' },
      true,
      { ai_unverified_quote: 1 },
    ],
    ['kept', { opinion: anOpinion({ kind: 'ai', effect: 'annotate' }) }, true, { kept: 1 }],
    ['not answered', { opinion: null }, true, {}],
  ])('counts findings that were %s', (_, verified, mayDecide, counts) => {
    const tally = new AssessmentTally();

    tally.addResult({ opinion: null, code: null, needsSecond: false, ...verified }, mayDecide);

    expect(tally.toCounts()).toEqual(counts);
  });
});
