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

const TEST = { outcome: 'answered', httpStatus: 200, tokensIn: 10, tokensOut: 5, model: 'reader-1' } as const;

describe('words for the AI step', () => {
  it('describes why it was skipped, and returns an unknown reason unchanged', () => {
    expect(describeStageReason('ai_disabled')).toBe('AI is off in the settings of the organization');
    expect(describeStageReason('AI is off.')).toBe('AI is off.');
    expect(describeStageReason('constructor')).toBe('constructor');
  });

  it.each([
    ['candidates', 12, '12 to read'],
    ['ai_unverified_quote', 3, '3 not believed (quote does not prove it)'],
    ['newer', 1, '1 newer'],
  ])('describes the count of %s', (what, count, words) => {
    expect(describeCount(what, count)).toBe(words);
  });

  it('lists the number of candidates first', () => {
    expect(describeCounts({ ai_ambiguous: 1, answered: 6, candidates: 4 })).toEqual([
      ...['4 to read', '6 answered', '1 not believed (advisory also speaks of what is here)'],
    ]);
  });

  it.each([
    ['pending', {}, 'AI will look at the findings'],
    ['running', { candidates: 12 }, 'AI is still looking at 12 findings'],
    ['running', { candidates: 1 }, 'AI is still looking at 1 finding'],
    ['done', { candidates: 12 }, undefined],
    ['skipped', {}, undefined],
  ] as const)('describes the activity while the stage is %s with %j', (status, counts, words) => {
    expect(describeAiProgress({ status, counts })).toBe(words);
  });

  it.each([
    ['failed', 'auth', 'AI has not read all findings: the provider does not accept the key'],
    ['skipped', 'budget', 'AI has not read all findings: the budget is used up'],
    ['skipped', 'ai_disabled', undefined],
    ['done', null, undefined],
  ] as const)('reports unfinished work when the stage is %s with reason %s', (status, reason, words) => {
    expect(describeUnassessed({ status, reason })).toBe(words);
    expect(describeUnassessed(undefined)).toBeUndefined();
  });

  it.each([
    ['ai-reading', 'dismiss', 'Not relevant here, and verified'],
    ['ai-reading', 'deprioritize', 'Less relevant here, and verified'],
    ['ai-relevant', 'annotate', 'Relevant'],
    ['ai-uncertain', 'annotate', 'Uncertain'],
    ['ai-unverified-quote', 'annotate', 'Not believed'],
    ['constructor', 'annotate', 'Not believed'],
  ] as const)('describes the verdict %s with effect %s as "%s"', (code, effect, words) => {
    expect(describeVerdict({ code, effect })).toBe(words);
  });

  it('splits the actor into model and prompt version', () => {
    expect(parseModelActor('a prompt machine prompt 3')).toEqual({ model: 'a prompt machine', prompt: '3' });
    expect(parseModelActor('reader-1')).toEqual({ model: 'reader-1', prompt: undefined });
  });

  it('describes the outcome of a call', () => {
    expect(describeOutcome({ outcome: 'answered', reason: null })).toBe('Answered');
    expect(describeOutcome({ outcome: 'failed', reason: 'auth' })).toBe('Failed: the provider does not accept the key');
  });

  it('describes the result of a connection test', () => {
    expect(describeTest({ ...TEST, ok: true, reason: null, problem: null, latencyMs: 840 })).toBe(
      'reader-1 answered in 0.8 s.',
    );
    expect(describeTest({ ...TEST, ok: false, reason: 'timeout', problem: null, latencyMs: 1 })).toBe(
      'the provider did not answer in time',
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
