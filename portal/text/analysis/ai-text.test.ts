import { describe, expect, it } from 'vitest';
import {
  describeCount,
  describeCounts,
  describeOutcome,
  describeAiProgress,
  describeUnassessed,
  describeStageReason,
  describeTest,
  describeVerdict,
  formatCost,
  parseModelActor,
} from './ai-text.ts';

const TEST = {
  outcome: 'answered',
  httpStatus: 200,
  tokensIn: 10,
  tokensOut: 5,
  bodies: null,
  model: 'reader-1',
} as const;

const LATER = '2026-01-01T00:00:00.000Z';

describe('texts for the AI step', () => {
  it('describes why it was skipped, and returns an unknown reason unchanged', () => {
    expect(describeStageReason('ai_disabled')).toBe('AI is disabled for the organization');
    expect(describeStageReason('AI is off.')).toBe('AI is off.');
    expect(describeStageReason('constructor')).toBe('constructor');
  });

  it.each([
    ['candidates', 12, '12 to assess'],
    ['ai_unverified_quote', 3, '3 rejected (quote not verified)'],
    ['newer', 1, '1 newer'],
  ])('describes the count of %s', (what, count, text) => {
    expect(describeCount(what, count)).toBe(text);
  });

  it('lists the number of candidates first', () => {
    expect(describeCounts({ ai_ambiguous: 1, answered: 6, candidates: 4 })).toEqual([
      '4 to assess',
      '6 answered',
      '1 rejected (ambiguous advisory)',
    ]);
  });

  it.each([
    ['pending', {}, 'AI assessment is pending'],
    ['running', { candidates: 12 }, 'AI is assessing 12 findings'],
    ['running', { candidates: 1 }, 'AI is assessing 1 finding'],
    ['done', { candidates: 12 }, undefined],
    ['skipped', {}, undefined],
  ] as const)('describes the activity while the stage is %s with %j', (status, counts, text) => {
    expect(describeAiProgress({ status, counts })).toBe(text);
  });

  it.each([
    ['failed', 'auth', null, 'AI assessment incomplete: the provider rejected the key'],
    ['skipped', 'budget', LATER, 'AI assessment incomplete: the budget is exhausted, restarts automatically'],
    ['failed', 'interrupted', LATER, 'AI assessment incomplete: interrupted, restarts automatically'],
    ['failed', 'interrupted', null, 'AI assessment incomplete: interrupted'],
    ['skipped', 'ai_disabled', null, undefined],
    ['done', null, null, undefined],
  ] as const)('reports unfinished work when the stage is %s with reason %s, and a retry at %s', (...stage) => {
    const [status, reason, retryAt, text] = stage;
    expect(describeUnassessed({ status, reason, retryAt })).toBe(text);
    expect(describeUnassessed(undefined)).toBeUndefined();
  });

  it.each([
    ['ai-reading', 'dismiss', 'Not relevant, verified'],
    ['ai-reading', 'deprioritize', 'Lower priority, verified'],
    ['ai-no-contradiction', 'annotate', 'Nothing contradicts the advisory'],
    ['ai-unverified-quote', 'annotate', 'Rejected'],
    ['constructor', 'annotate', 'Rejected'],
  ] as const)('describes the verdict %s with effect %s as "%s"', (code, effect, text) => {
    expect(describeVerdict({ code, effect })).toBe(text);
  });

  it('splits the actor into model and prompt version', () => {
    expect(parseModelActor('a prompt machine prompt 3')).toEqual({ model: 'a prompt machine', prompt: '3' });
    expect(parseModelActor('reader-1')).toEqual({ model: 'reader-1', prompt: undefined });
  });

  it('describes the outcome of a call', () => {
    expect(describeOutcome({ outcome: 'answered', reason: null })).toBe('Answered');
    expect(describeOutcome({ outcome: 'failed', reason: 'auth' })).toBe('Failed: the provider rejected the key');
  });

  it('describes the result of a connection test', () => {
    expect(describeTest({ ...TEST, ok: true, reason: null, problem: null, latencyMs: 840 })).toBe(
      'reader-1 answered in 0.8 s.',
    );
    expect(describeTest({ ...TEST, ok: false, reason: 'timeout', problem: null, latencyMs: 1 })).toBe(
      'The test failed: the provider timed out.',
    );
  });

  it.each([
    [0, '0.00'],
    [0.00123, '0.0012'],
    [12.345, '12.35'],
  ])('formats the cost %d as %s', (cost, text) => {
    expect(formatCost(cost)).toBe(text);
  });
});
