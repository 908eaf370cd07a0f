import { describe, expect, it } from 'vitest';
import { ECOSYSTEMS } from '../identity/ecosystems/ecosystem.ts';
import { CPE_FAMILY, GIT_FAMILY } from '../vocabulary/package.ts';
import { matcherFor, MATCHERS } from './matchers.ts';

describe('MATCHERS', () => {
  it('lists each family once, and only families whose advisories are read', () => {
    const families = MATCHERS.flatMap((matcher) => matcher.families);

    expect(new Set(families).size).toBe(families.length);
    const read = [...ECOSYSTEMS.map(({ family }) => family), CPE_FAMILY, GIT_FAMILY];
    expect(read).toEqual(expect.arrayContaining(families));
  });

  it.each(ECOSYSTEMS)('has the right matcher for $family', ({ family, distribution }) => {
    expect(matcherFor(family)?.id).toBe(distribution === undefined ? 'language' : 'distro');
  });
});
