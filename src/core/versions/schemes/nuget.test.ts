import { describe, expect, it } from 'vitest';
import { nuget, numbersOfAssembly } from './nuget.ts';

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
  ])('rejects %j', (text) => {
    expect(nuget.parse(text)).toBeUndefined();
  });
});

describe('numbersOfAssembly', () => {
  it.each([
    ['2.0.6.0-.NET 4.5', '2.0.6.0'],
    ['4.6.26919.02 @BuiltBy: dlab-DDVSOWINAGE025', '4.6.26919.02'],
    ['10.0.14393.0 (rs1_release.160715-1616)', '10.0.14393.0'],
    ['2.0.6', undefined],
    ['2.0.6-beta.1', undefined],
    ['1.2.3.4.5', undefined],
    ['1.2.3beta', undefined],
    ['v1.2.3', undefined],
    ['release', undefined],
  ])('turns %s into %s', (text, numbers) => {
    expect(numbersOfAssembly(text)).toBe(numbers);
  });
});
