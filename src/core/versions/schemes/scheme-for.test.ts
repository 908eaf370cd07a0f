import { describe, expect, it } from 'vitest';
import { SCHEME_IDS } from '../../../../test/support/version-texts.ts';
import { LIMITS } from '../../limits.ts';
import { schemeFor } from './scheme-for.ts';

describe.each(SCHEME_IDS)('%s', (id) => {
  const scheme = schemeFor(id);

  it('is registered under its own id', () => {
    expect(scheme.id).toBe(id);
  });

  it('accepts text up to the length limit and rejects longer text', () => {
    const longest = '1'.repeat(LIMITS.componentVersionCharactersMax);

    expect(scheme.parse(longest)).toBeDefined();
    expect(scheme.parse(`${longest}1`)).toBeUndefined();
    expect(scheme.parse('1'.repeat(10_000))).toBeUndefined();
    expect(scheme.parse('1.'.repeat(100_000))).toBeUndefined();
  });

  it.each(['', ' ', '.', '-', 'latest', 'unknown', '*', '\u0000'])('rejects %j', (text) => {
    expect(scheme.parse(text)).toBeUndefined();
  });

  it('ignores white space around a version', () => {
    const [blank, bare] = [scheme.parse(' 1.2.3\n'), scheme.parse('1.2.3')];
    if (blank === undefined || bare === undefined) throw new Error('1.2.3 is a version everywhere.');

    expect(scheme.compare(blank, bare)).toBe(0);
  });
});
