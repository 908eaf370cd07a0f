import { describe, expect, it } from 'vitest';
import { CHECKED_ECOSYSTEMS } from '../identity/ecosystem.ts';
import { matcherFor } from './matchers.ts';

describe('the list of matchers', () => {
  it.each(CHECKED_ECOSYSTEMS)('has one for $family', ({ family, distribution }) => {
    expect(matcherFor(family)?.id).toBe(distribution === undefined ? 'language' : 'distro');
  });
});
