import { describe, expect, it } from 'vitest';
import { CANNOT_ASSESS_REASONS } from '../../../src/core/vocabulary/package.ts';
import { describeReason } from './unchecked-reason-text.ts';

describe('describeReason', () => {
  it('has a text for every reason of the matcher', () => {
    expect(CANNOT_ASSESS_REASONS.filter((code) => describeReason(code) === code)).toEqual([]);
  });

  it('returns an unknown reason unchanged', () => {
    expect(describeReason('too-new')).toBe('too-new');
    expect(describeReason('constructor')).toBe('constructor');
  });
});
