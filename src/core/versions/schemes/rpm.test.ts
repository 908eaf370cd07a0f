import { describe, expect, it } from 'vitest';
import { contains } from '../version-window.ts';
import { rpm, rpmWithoutEpochs } from './rpm.ts';
import { toWindows } from '../version-range.ts';
import type { VersionScheme } from '../version-scheme.ts';

describe('rpm', () => {
  it.each([
    ':1.0-1',
    'x:1.0-1',
    '(none):1.0-1',
    '-1:1.0',
    '1:',
    '1:2:1.0-1',
    '1.0-',
    '-1',
    '1.0-1-2',
    '1.0 1',
    '1.0,1',
    '~',
    '^-1',
    'latest-1',
    '1.0é',
    '%{version}-1',
  ])('rejects %j', (text) => {
    expect(rpm.parse(text)).toBeUndefined();
  });

  it('distinguishes a missing epoch from zero, but orders both the same', () => {
    const [missing, zero] = [rpm.parse('1.0-1'), rpm.parse('0:1.0-1')];

    expect(missing?.epoch).toBeUndefined();
    expect(zero?.epoch).toBeDefined();
    expect(signOf(rpm, '1.0-1', '0:1.0-1')).toBe(0);
  });

  it.each([
    ['1.0-1', 0],
    ['1.0', 0],
    ['1.0-99.el9', 0],
    ['1.0^git1-1', 1],
    ['1.0~rc1-9', -1],
  ])('compares %s with a last affected 1.0 by the version alone', (version, sign) => {
    const { windows } = toWindows(rpm, [{ introduced: '0' }, { last_affected: '1.0' }]);
    const parsed = rpm.parse(version);
    if (parsed === undefined) throw new Error('It is a version.');

    expect(windows.some((window) => contains(rpm, window, parsed))).toBe(sign <= 0);
  });
});

describe('rpmWithoutEpochs', () => {
  it.each([
    ['1.0-1', '4:1.0-1', 0],
    ['0:1.0-1', '4:1.0-1', 0],
    ['4:1.0-1', '1.0-2', -1],
    ['1.0-2', '4:1.0-1', 1],
    ['9:1.0', '1.0-1', -1],
  ])('compares %s with %s without their epochs', (left, right, sign) => {
    expect(signOf(rpmWithoutEpochs, left, right)).toBe(sign);
    expect(signOf(rpmWithoutEpochs, right, left)).toBe(0 - sign);
  });
});

function signOf<Version extends object>(scheme: VersionScheme<Version>, left: string, right: string): number {
  const [a, b] = [scheme.parse(left), scheme.parse(right)];
  if (a === undefined || b === undefined) throw new Error(`${left} or ${right} is no version.`);
  return Math.sign(scheme.compare(a, b));
}
