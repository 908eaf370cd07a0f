import { describe, expect, it } from 'vitest';
import { rubygems } from './rubygems.ts';

describe('rubygems', () => {
  it.each([
    'v1',
    'v1.0',
    '1_0',
    '1.0_1',
    '2b',
    'a.1',
    '1..0',
    '1.',
    '.1',
    '1.0-',
    '1.0-a..b',
    '1.0+1',
    '1.0 beta',
    '>= 1.0',
  ])('rejects %j', (text) => {
    expect(rubygems.parse(text)).toBeUndefined();
  });
});
