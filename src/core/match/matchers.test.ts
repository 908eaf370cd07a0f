import { describe, expect, it } from 'vitest';
import { ECOSYSTEMS } from '../identity/ecosystem.ts';
import { matcherFor } from './matchers.ts';

describe('the list of matchers', () => {
  it.each(ECOSYSTEMS)('has one for $family', ({ family, distribution }) => {
    expect(matcherFor(family)?.id).toBe(distribution === undefined ? 'language' : 'distro');
  });
});
