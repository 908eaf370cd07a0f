import { describe, expect, it } from 'vitest';
import { compareConfidence, confidenceOf } from './confidence.ts';

describe('confidenceOf', () => {
  it.each([
    [[], 'high'],
    [['last-known-bound'], 'medium'],
    [['release-from-version'], 'medium'],
    [['disputed'], 'medium'],
    [['nonconforming-version'], 'medium'],
    [['release-from-version', 'disputed'], 'low'],
    [['legacy-version'], 'low'],
    [['name-case-folded'], 'low'],
    [['malicious-name'], 'low'],
    [['pseudo-version'], 'low'],
    [['untagged-major'], 'low'],
    [['older-commit'], 'medium'],
    [['custom-bound'], 'medium'],
    [['parent-module'], 'medium'],
  ])('rates %j as %s', (assumptions, confidence) => {
    expect(confidenceOf(assumptions)).toBe(confidence);
  });

  it('sorts the highest confidence first', () => {
    expect((['low', 'high', 'medium'] as const).toSorted(compareConfidence)).toEqual(['high', 'medium', 'low']);
  });
});
