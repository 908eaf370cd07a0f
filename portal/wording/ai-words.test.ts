import { describe, expect, it } from 'vitest';
import { describeOutcome, describeStageReason, describeTest, formatCost } from './ai-words.ts';

const TEST = { outcome: 'answered', httpStatus: 200, tokensIn: 10, tokensOut: 5, model: 'reader-1' } as const;

describe('the AI step in words', () => {
  it('says why it was skipped, and shows what it does not know as it is', () => {
    expect(describeStageReason('ai_disabled')).toBe('AI is off in the settings of the organization');
    expect(describeStageReason('AI is off.')).toBe('AI is off.');
    expect(describeStageReason('constructor')).toBe('constructor');
  });

  it('says what became of a call', () => {
    expect(describeOutcome({ outcome: 'answered', reason: null })).toBe('Answered');
    expect(describeOutcome({ outcome: 'failed', reason: 'auth' })).toBe('Failed: the provider does not accept the key');
  });

  it('says how a try went', () => {
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
  ])('writes %d as %s', (cost, text) => {
    expect(formatCost(cost)).toBe(text);
  });
});
