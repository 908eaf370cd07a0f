import { describe, expect, it } from 'vitest';
import { findPrevious } from './previous-version.ts';

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
    ['is of the same branch, and was analyzed', 'd', 'a'],
    ['is the one before where there is no branch', 'e', 'd'],
    ['is the one before where its branch has none', 'f', 'e'],
    ['is nothing before the first', 'a', undefined],
    ['is nothing for a version that is not there', 'x', undefined],
    ['is nothing while nobody knows which', undefined, undefined],
  ])('%s', (_case, versionId, expected) => {
    expect(findPrevious(VERSIONS, versionId)?.id).toBe(expected);
  });
});
