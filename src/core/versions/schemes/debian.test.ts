import { describe, expect, it } from 'vitest';
import { debian } from './debian.ts';

describe('debian', () => {
  it.each([
    '',
    ':1.0',
    'x:1.0',
    '-1:1.0',
    '1:',
    '1.0-',
    '-1',
    '1.0 1',
    '1.0_1',
    '1.0-1:2',
    '<not-affected>',
    'unknown',
    '1.0é',
  ])('rejects %j', (text) => {
    expect(debian.parse(text)).toBeUndefined();
  });
});
