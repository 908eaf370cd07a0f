import { describe, expect, it } from 'vitest';
import { describeImpact, describeValue, parseText, toText } from './profile-values.ts';

describe('text of a field', () => {
  it.each([
    [{ type: 'texts' }, ['NET_ADMIN', 'SYS_PTRACE'], 'NET_ADMIN\nSYS_PTRACE'],
    [{ type: 'text' }, 'debian-12', 'debian-12'],
    [{ type: 'text' }, 'unknown', ''],
  ] as const)('for %j and %j is parsed back to the same value', (form, value, text) => {
    expect(toText(value)).toBe(text);
    expect(parseText(form, text)).toEqual(value);
  });
});

describe('describeValue', () => {
  it.each([
    ['yes', 'Yes'],
    [['public', 'internal'], 'Public, Internal'],
    [['amd64', 'arm64'], 'amd64, arm64'],
    [[], 'None'],
    [[{ name: 'node', version: '22' }], 'node 22'],
  ])('describes %j as "%s"', (value, text) => {
    expect(describeValue(value)).toBe(text);
  });
});

describe('describeImpact', () => {
  it.each([
    [
      { lowered: 14, filtered: 3, raised: 0, bandChanged: 0 },
      'would lower the priority of 14 findings and mark 3 findings as not relevant',
    ],
    [{ lowered: 0, filtered: 0, raised: 1, bandChanged: 0 }, 'would raise the priority of 1 finding'],
    [{ lowered: 0, filtered: 0, raised: 0, bandChanged: 0 }, 'would not change any finding'],
  ])('describes %j as "%s"', (counts, text) => {
    expect(describeImpact(counts)).toBe(text);
  });
});
