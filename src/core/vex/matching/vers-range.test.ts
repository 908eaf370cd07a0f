import { describe, expect, it } from 'vitest';
import { isValidVersRange, rangeContains } from './vers-range.ts';

describe('rangeContains', () => {
  it.each([
    ['vers:npm/>=1.2.0|<1.2.6', '1.2.0', true],
    ['vers:npm/>=1.2.0|<1.2.6', '1.2.5', true],
    ['vers:npm/>=1.2.0|<1.2.6', '1.2.6', false],
    ['vers:npm/>=1.2.0|<1.2.6', '1.1.9', false],
    ['vers:npm/<7.0.0|>=1.5.0', '3.0.0', true],
    ['vers:npm/<1.5.0|>=7.0.0', '3.0.0', false],
    ['vers:npm/<1.5.0|>=7.0.0', '1.0.0', true],
    ['vers:npm/<1.5.0|>=7.0.0', '8.0.0', true],
    ['vers:npm/1.2.3', '1.2.3', true],
    ['vers:npm/=1.2.3|=1.2.5', '1.2.4', false],
    ['vers:npm/!=1.2.3', '1.2.4', true],
    ['vers:npm/!=1.2.3', '1.2.3', false],
    ['vers:npm/>=1.0.0|!=1.2.3|<2.0.0', '1.2.3', false],
    ['vers:npm/>=1.0.0|!=1.2.3|<2.0.0', '1.2.4', true],
    ['vers:semver/2.7.0|<2.8.11', '2.6.0', true],
    ['vers:pypi/<=1.0', '1.0.0', true],
    ['vers:deb/<1%3A2.0-1', '1.9-1', true],
    ['vers:npm/*', 'anything', true],
    ['vers:all/*', '1', true],
    ['vers:npm/>=1.0.0', 'not a version', false],
  ])('%s contains %s: %s', (range, version, held) => {
    expect(rangeContains(range, version)).toBe(held);
  });

  it.each([
    ['nothing', ''],
    ['no specifier', '>=1.0'],
    ['no order', 'vers:generic/>=1.0'],
    ['no constraint', 'vers:npm/'],
    ['two ends', 'vers:npm/<1.0.0|<2.0.0'],
    ['no version', 'vers:npm/>=one'],
    ['too many constraints', `vers:npm/${'=1.0.0|'.repeat(2_000)}`],
  ])('contains no version for %s', (_name, range) => {
    expect(isValidVersRange(range)).toBe(false);
    expect(rangeContains(range, '1.0.0')).toBe(false);
  });
});
