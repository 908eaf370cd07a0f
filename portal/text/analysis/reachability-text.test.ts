import { describe, expect, it } from 'vitest';
import { describeStatements, describeUnmatched } from './reachability-text.ts';

const NONE = { called: 0, imported: 0, not_called: 0, not_imported: 0 };

describe('describeStatements', () => {
  it.each([
    [NONE, 'No statements'],
    [{ ...NONE, called: 2, not_imported: 1_200 }, '2 called, 1,200 not in the build'],
    [{ ...NONE, imported: 1, not_called: 3 }, '1 used, 3 not called'],
  ])('describes %j', (statements, text) => {
    expect(describeStatements({ statements })).toBe(text);
  });
});

describe('describeUnmatched', () => {
  it.each([
    [0, undefined],
    [1, '1 statement without a finding in this version'],
  ])('describes %i', (unmatchedCount, text) => {
    expect(describeUnmatched({ unmatchedCount })).toBe(text);
  });
});
