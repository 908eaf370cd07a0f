import { describe, expect, it } from 'vitest';
import { conan } from './conan.ts';

describe('conan', () => {
  it.each([
    'cci.20200203',
    'system',
    'v1.0',
    '1..0',
    '1.',
    '.1',
    '1.0-',
    '1.0+',
    '1.0-a..b',
    '1.0+a+b',
    '1.0 1',
    '[>1 <2]',
  ])('rejects %j', (text) => {
    expect(conan.parse(text)).toBeUndefined();
  });
});
