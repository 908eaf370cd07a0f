import { describe, expect, it } from 'vitest';
import { apk } from './apk.ts';
import { findWindow } from '../version-window.ts';
import { toWindows } from '../version-range.ts';

describe('apk', () => {
  it.each([
    'v1.0',
    '.1',
    '1.',
    '1..0',
    '1.0ab',
    '1.0A',
    '1.0a.1',
    '1.0_',
    '1.0_foo',
    '1.0_alphabeta',
    '1.0__p1',
    '1.0_p1a',
    '1.0_Alpha',
    '1.0~',
    '1.0~xyz',
    '1.0~ab_p1',
    '1.0~ab~cd',
    '1.0-1',
    '1.0-r',
    '1.0-r1-r0',
    '1.0-r1_p1',
    '1.0-r1~ab',
    '10.2.22.r0',
    '1:1.0-r0',
    '1.0 -r0',
    '1.0+1',
    '١.0',
  ])('rejects %j', (text) => {
    expect(apk.parse(text)).toBeUndefined();
  });

  it.each(['0', '0_alpha', '0.0.1-r0', '1.0-r0'])(
    'treats %s as unaffected if the range is introduced and fixed at 0',
    (version) => {
      const { windows, problem } = toWindows(apk, [{ introduced: '0' }, { fixed: '0' }]);
      const parsed = apk.parse(version);

      expect(problem).toBeUndefined();
      expect(parsed && findWindow(apk, windows, parsed)).toBeUndefined();
    },
  );

  it.each([
    ['1.1.1j-r9', true],
    ['1.1.1k_rc1-r0', true],
    ['1.1.1k-r0', false],
    ['1.1.1k_p1-r0', false],
    ['1.1.1l-r0', false],
  ])('reports whether %s is below 1.1.1k-r0: %s', (version, affected) => {
    const { windows } = toWindows(apk, [{ introduced: '0' }, { fixed: '1.1.1k-r0' }]);
    const parsed = apk.parse(version);
    if (parsed === undefined) throw new Error('It is a version.');

    expect(findWindow(apk, windows, parsed) !== undefined).toBe(affected);
  });
});
