import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeReason } from './unchecked-reason-text.ts';

describe('describeReason', () => {
  it('has a text for every reason of the matcher', () => {
    const contract = readFileSync(join(import.meta.dirname, '../../../src/core/identity/package-identity.ts'), 'utf8');
    const union = contract.slice(contract.indexOf('type CannotAssessReason'));
    const codes = [...union.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code);

    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => describeReason(code) === code)).toEqual([]);
  });

  it('returns an unknown reason unchanged', () => {
    expect(describeReason('too-new')).toBe('too-new');
    expect(describeReason('constructor')).toBe('constructor');
  });
});
