import { describe, expect, it } from 'vitest';
import { describeWindow } from './version-window.ts';

describe('describeWindow', () => {
  it.each([
    [{ introduced: '1.2.0', fixed: '1.2.6', lastAffected: undefined }, '>= 1.2.0, < 1.2.6'],
    [{ introduced: '1.2.0', fixed: undefined, lastAffected: '1.2.5' }, '>= 1.2.0, <= 1.2.5'],
    [{ introduced: '1.2.0', fixed: '1.3', lastAffected: '1.2.5' }, '>= 1.2.0, <= 1.2.5'],
    [{ introduced: '1.2.0', fixed: undefined, lastAffected: undefined }, '>= 1.2.0'],
    [{ introduced: undefined, fixed: '1.2.6', lastAffected: undefined }, '< 1.2.6'],
    [{ introduced: undefined, fixed: undefined, lastAffected: '3.1' }, '<= 3.1'],
    [{ introduced: undefined, fixed: undefined, lastAffected: undefined }, 'all versions'],
  ])('describes %j as %s', (window, text) => {
    expect(describeWindow(window)).toBe(text);
  });
});
