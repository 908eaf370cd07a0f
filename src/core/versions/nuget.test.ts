import { describe, expect, it } from 'vitest';
import { nuget } from './nuget.ts';

describe('nuget', () => {
  it.each([
    '1.2.3.4.5',
    '1..2',
    '1.',
    '.1',
    'v1.0.0',
    '1.0.0-',
    '1.0.0-a..b',
    '1.0.0-é',
    '1.0.0beta',
    '1.*',
    '[1.0,2.0)',
    '-1',
  ])('cannot read %j', (text) => {
    expect(nuget.parse(text)).toBeUndefined();
  });
});
