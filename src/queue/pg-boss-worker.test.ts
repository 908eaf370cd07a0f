import { describe, expect, it } from 'vitest';
import { defineError } from '../core/errors.ts';
import { chooseLogLevel } from './pg-boss-worker.ts';

const UNREACHABLE = defineError('UNREACHABLE', () => 'The source cannot be reached.')();
const DEFECT = new TypeError('x is undefined');

describe('chooseLogLevel', () => {
  it.each([
    ['an expected error before a retry', 0, UNREACHABLE, 'debug'],
    ['an expected error of the last attempt', 2, UNREACHABLE, 'error'],
    ['a defect before a retry', 0, DEFECT, 'error'],
    ['a defect of the last attempt', 2, DEFECT, 'error'],
  ])('selects the level for %s', (_what, retryCount, error, level) => {
    expect(chooseLogLevel({ retryCount, retryLimit: 2 }, error)).toBe(level);
  });
});
