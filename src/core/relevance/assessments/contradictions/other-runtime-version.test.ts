import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOutsideRange } from './other-runtime-version.ts';

describe('isOutsideRange', () => {
  it.each([
    ['<11', '11'],
    ['<11', '17.0.2'],
    ['< 11', '11.0.0'],
    ['<=11', '12'],
    ['<=8.0.345', '8.0.346'],
    ['>11', '10.9'],
    ['>=11', '8.0.345'],
    ['>=8, <8.0.345', '8.0.345'],
    ['>=8 <8.0.345', '17'],
    ['>= 8 and < 9', '7.4'],
    ['=3.9', '3.10'],
    ['3.9.1', '3.9.2'],
    ['<8 || >=11, <11.0.16', '11.0.16'],
    ['<8 or >=20', '18.1'],
    ['<18', 'v20.11.1'],
    ['<1.20', 'go1.21.5'],
    ['<11', '17.0.2+8'],
    ['<11', '000012'],
    ['<99999999999999999998', '99999999999999999999'],
  ])('returns true: %s does not contain %s', (range, version) => {
    expect(isOutsideRange(range, version)).toBe(true);
  });

  it.each([
    ['<11', '10.9'],
    ['<=11', '11.0.5'],
    ['>11', '11.0.5'],
    ['>11', '11'],
    ['>=11', '11'],
    ['>=8, <8.0.345', '8.0.344'],
    ['<20.5.1', '20'],
    ['>=20.5', '20'],
    ['=20', '20.5'],
    ['=20.5', '20'],
    ['<8 || >=11, <11.0.16', '11.0.15'],
    ['<11', ''],
    ['<11', 'latest'],
    ['<11', '17-ea'],
    ['<11', '18.0.0-rc1'],
    ['<11', '12.'],
    ['', '12'],
    ['old', '12'],
    ['<11.x', '12'],
    ['<11, maybe', '12'],
    ['8 - 11', '12'],
    ['<', '12'],
  ])('returns false: %s may contain %s', (range, version) => {
    expect(isOutsideRange(range, version)).toBe(false);
  });

  it('treats Java 1.x as version x', () => {
    expect(isOutsideRange('<1.8.0_345', '8.0.346', { isJava: true })).toBe(true);
    expect(isOutsideRange('<8.0.345', '1.8.0_344', { isJava: true })).toBe(false);
    expect(isOutsideRange('<11', '1.8.0_345', { isJava: true })).toBe(false);
    expect(isOutsideRange('>=2', '1.8', { isJava: false })).toBe(true);
  });

  it('agrees with number comparison and never throws', () => {
    const NUMBER = fc.nat(30);
    fc.assert(
      fc.property(NUMBER, NUMBER, (bound, version) => {
        expect(isOutsideRange(`<${bound}`, `${version}`)).toBe(version >= bound);
        expect(isOutsideRange(`>=${bound}`, `${version}`)).toBe(version < bound);
        expect(isOutsideRange(`>=${bound}, <${bound + 5}`, `${version}`)).toBe(version < bound || version >= bound + 5);
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (range, version) => typeof isOutsideRange(range, version) === 'boolean'),
    );
  });
});
