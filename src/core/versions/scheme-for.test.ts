import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVersionFixture, type VersionPair } from '../../../test/support/version-fixture.ts';
import { hostileTexts, SCHEME_IDS, versionTexts } from '../../../test/support/version-texts.ts';
import { LIMITS } from '../limits.ts';
import { schemeFor } from './scheme-for.ts';
import type { SchemeId, VersionScheme } from './version-scheme.ts';

const SIGNS = { '<': -1, '=': 0 } as const;

describe.each(SCHEME_IDS)('%s', (id) => {
  const scheme = schemeFor(id);

  it('is listed under its own id', () => {
    expect(scheme.id).toBe(id);
  });

  it.each(readVersionFixture(`${id}-versions.txt`))('%s %s %s', (...pair) => {
    expect(disagreement(scheme, pair)).toBeUndefined();
  });

  it('orders totally: reflexive, antisymmetric, transitive', () => {
    fc.assert(
      fc.property(fc.array(versionTexts(id), { minLength: 3, maxLength: 3 }), (texts) => {
        const [a, b, c] = texts.map((text) => scheme.parse(text));
        fc.pre(a !== undefined && b !== undefined && c !== undefined);

        expect(scheme.compare(a, a)).toBe(0);
        expect(sign(scheme, b, a)).toBe(0 - sign(scheme, a, b));
        if (sign(scheme, a, b) <= 0 && sign(scheme, b, c) <= 0) expect(sign(scheme, a, c)).toBeLessThanOrEqual(0);
        if (sign(scheme, a, b) === 0) expect(sign(scheme, a, c)).toBe(sign(scheme, b, c));
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads or refuses whatever it is sent, without an exception', () => {
    fc.assert(
      fc.property(hostileTexts(), hostileTexts(), (left, right) => {
        const a = scheme.parse(left);
        const b = scheme.parse(right);

        expect(a === undefined || b === undefined ? 0 : scheme.compare(a, b)).not.toBeNaN();
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads up to the limit of characters and refuses longer texts', () => {
    const longest = '1'.repeat(LIMITS.componentVersionCharactersMax);

    expect(scheme.parse(longest)).toBeDefined();
    expect(scheme.parse(`${longest}1`)).toBeUndefined();
    expect(scheme.parse('1.'.repeat(50_000))).toBeUndefined();
  });

  it.each(['', ' ', '.', '-', 'latest', 'unknown', '*', '\u0000'])('cannot read %j', (text) => {
    expect(scheme.parse(text)).toBeUndefined();
  });

  it('ignores blanks around a version', () => {
    const [blank, bare] = [scheme.parse(' 1.2.3\n'), scheme.parse('1.2.3')];
    if (blank === undefined || bare === undefined) throw new Error('1.2.3 is a version everywhere.');

    expect(scheme.compare(blank, bare)).toBe(0);
  });
});

// Nobody packages a tool that could be asked for the order of these.
const WITHOUT_TOOL: readonly SchemeId[] = ['go', 'bitnami', 'pub', 'nuget', 'cran', 'hackage'];

describe.each(SCHEME_IDS.filter((id) => !WITHOUT_TOOL.includes(id)))('%s', (id) => {
  const scheme = schemeFor(id);

  it('agrees with the native tool on versions of the feeds', () => {
    const pairs = readVersionFixture(`${id}-generated.txt`);

    expect(pairs.length).toBeGreaterThan(500);
    expect(pairs.map((pair) => disagreement(scheme, pair)).filter((found) => found !== undefined)).toEqual([]);
  });
});

function sign(scheme: VersionScheme, a: object, b: object): number {
  return Math.sign(scheme.compare(a, b));
}

/** What is wrong, as a sentence; undefined when both directions are as the fixture has them. */
function disagreement(scheme: VersionScheme, [left, expected, right]: VersionPair): string | undefined {
  const a = scheme.parse(left);
  const b = scheme.parse(right);
  if (a === undefined || b === undefined) return `Cannot read ${a === undefined ? left : right}.`;
  const forth = sign(scheme, a, b);
  const back = sign(scheme, b, a);
  const isRight = forth === SIGNS[expected] && back === 0 - SIGNS[expected];
  return isRight ? undefined : `${left} ${expected} ${right}, but the order says ${forth} and ${back}.`;
}
