import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { QUESTION_PURPOSES } from '../../core/vocabulary/ai.ts';
import { JSON_SCHEMAS, parseAnswer } from './answer-schemas.ts';

const PRECONDITION = { type: 'os', value: null, quote: 'q', necessary: true };
const SECOND = { id: 'k3', exploitable: 'no', explanation: 'e' };
describe('parseAnswer', () => {
  it.each([
    ['facts', { preconditions: [] }],
    ['facts', { preconditions: [PRECONDITION] }],
    ['second', SECOND],
  ] as const)('accepts a valid %s answer', (purpose, value) => {
    expect(parseAnswer(purpose, value)).toEqual(value);
  });

  it.each([
    ['facts', undefined],
    ['facts', null],
    ['facts', []],
    ['facts', {}],
    ['facts', { preconditions: [{ ...PRECONDITION, type: 'moon' }] }],
    ['facts', { preconditions: [{ ...PRECONDITION, extra: 1 }] }],
    ['facts', { preconditions: [{ type: 'os', quote: 'q', necessary: true }] }],
    ['facts', { preconditions: Array(LIMITS.aiPreconditionsMax + 1).fill(PRECONDITION) }],
    ['facts', { preconditions: [{ ...PRECONDITION, quote: 'x'.repeat(LIMITS.aiQuoteCharactersMax + 1) }] }],
    ['facts', JSON.parse('{"preconditions":[],"__proto__":{}}')],
    ['second', { ...SECOND, exploitable: true }],
    ['second', { ...SECOND, id: 'x' }],
  ] as const)('%# rejects a value of another shape', (purpose, value) => {
    expect(parseAnswer(purpose, value)).toBeUndefined();
  });

  it('cleans and shortens explanations', () => {
    const explanation = `a\u202e\n${'x'.repeat(1_000)}`;

    expect(parseAnswer('second', { ...SECOND, explanation })).toMatchObject({
      explanation: `a ${'x'.repeat(LIMITS.aiExplanationCharactersMax - 2)}`,
    });
  });

  it('creates JSON Schemas without bounds, which strict servers do not support', () => {
    for (const purpose of QUESTION_PURPOSES)
      expect(JSON.stringify(JSON_SCHEMAS[purpose])).not.toMatch(/maxLength|maxItems|minimum|maximum|\$schema/);
  });
});
