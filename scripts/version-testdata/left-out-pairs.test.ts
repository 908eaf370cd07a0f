import { describe, expect, it } from 'vitest';
import {
  isMeantOtherwiseByBitnami,
  isMeantOtherwiseByGo,
  isNoOrderOfConan,
  isNoReleaseOfGo,
} from './left-out-pairs.ts';

describe('skipped pairs', () => {
  it.each([
    ['2.6.0', '2.6.0-rc1', true],
    ['1.22.0', '1.22.0-0', true],
    ['1.22.0+a-1', '1.22.0-0', true],
    ['1.22.0-1', '1.22.0-0', false],
    ['1.22.0', '1.22.0-1', false],
    ['1.22.0+a-b', '1.22.1', false],
  ])('Bitnami, %s and %s: skipped = %s', (left, right, expected) => {
    expect(isMeantOtherwiseByBitnami([left, right])).toBe(expected);
  });

  it.each([
    ['v0.0.0-20240206', 'v0.0.1', true],
    ['v0.0.0-20240206000001-ccb9e902956d', 'v0.0.1', false],
  ])('Go, %s and %s: skipped = %s', (left, right, expected) => {
    expect(isMeantOtherwiseByGo([left, right])).toBe(expected);
  });

  it.each([
    ['go1.20', 'go1.20.1', false],
    ['go1.21', 'go1.20.1', true],
    ['go1.21rc1', 'go1.121.0', false],
    ['go1.103', 'go1.20.1', true],
    ['go1.8alpha', 'go1.8', true],
    ['go12', 'go1.2', true],
  ])('Go releases, %s and %s: skipped = %s', (left, right, expected) => {
    expect(isNoReleaseOfGo([left, right])).toBe(expected);
  });

  it.each([
    ['1.1.1', '1.1.1t', false],
    ['1.1.10', '1.1.1t', true],
    ['1.1.1t', '1.1.10', true],
    ['1.1.01t', '1.1.1', true],
    ['1.9', '1.10', false],
    ['1..9', '1.10', true],
    ['1_0', '1.10', true],
  ])('Conan, %s and %s: skipped = %s', (left, right, expected) => {
    expect(isNoOrderOfConan([left, right])).toBe(expected);
  });
});
