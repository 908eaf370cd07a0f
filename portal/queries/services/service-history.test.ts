import { describe, expect, it } from 'vitest';
import { findPrevious } from './service-history.ts';

const AT = '2026-11-14T10:00:00.000Z';
const VERSIONS = [
  { id: 'a', branch: 'main', analyzedAt: AT },
  { id: 'b', branch: 'next', analyzedAt: AT },
  { id: 'c', branch: 'main', analyzedAt: null },
  { id: 'd', branch: 'main', analyzedAt: AT },
  { id: 'e', branch: null, analyzedAt: AT },
  { id: 'f', branch: 'other', analyzedAt: AT },
];

describe('findPrevious', () => {
  it.each([
    ['returns an analyzed version of the same branch', 'd', 'a'],
    ['returns the previous version without a branch', 'e', 'd'],
    ['returns the previous version if the branch has none', 'f', 'e'],
    ['returns undefined for the first version', 'a', undefined],
    ['returns undefined for a missing version', 'x', undefined],
    ['returns undefined without a version', undefined, undefined],
  ])('%s', (_case, versionId, expected) => {
    expect(findPrevious(VERSIONS, versionId)?.id).toBe(expected);
  });
});
