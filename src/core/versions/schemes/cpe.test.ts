/** Parts of the order that pairs of versions cannot show. */
import { describe, expect, it } from 'vitest';
import { isListed } from '../listed-versions.ts';
import { findWindow } from '../version-window.ts';
import { cpe, EXCLUDED, jdk } from './cpe.ts';

describe('cpe', () => {
  it.each(['', '-', '*', 'unknown', 'n/a', 'release-1', `1${'.1'.repeat(200)}`])('rejects %j', (text) => {
    expect(cpe.parse(text)).toBeUndefined();
  });

  it.each([
    ['1.0', false],
    ['1.0.0', false],
    ['1.0a', true],
    ['1.0.1', true],
    ['1.1', true],
    ['1.2', false],
    ['0.9', false],
  ])('starts after an excluded bound: %s', (text, isInside) => {
    const windows = [{ introduced: `1.0${EXCLUDED}`, fixed: '1.2', lastAffected: undefined }];

    expect(findWindow(cpe, windows, cpe.parse(text) ?? {}) !== undefined).toBe(isInside);
  });
});

describe('jdk', () => {
  it.each(['1.8.0_352-b08', '8u352', '1.8.0:update352'])('finds %s in a list with another spelling', (text) => {
    expect(isListed(jdk, ['1.8.0:update_351', '8:update_352'], text)).toBe(true);
  });
});
