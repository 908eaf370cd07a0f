/** Properties of every scheme for any input: a total preorder, no exceptions, linear work. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileTexts, PIECES, SCHEME_IDS, versionTexts } from '../../../test/support/version-texts.ts';
import { LIMITS } from '../limits.ts';
import { schemeFor } from './schemes/scheme-for.ts';
import type { VersionScheme } from './version-scheme.ts';

describe.each(SCHEME_IDS)('%s', (id) => {
  const scheme = schemeFor(id);

  it('is a total preorder: reflexive, antisymmetric, transitive', () => {
    fc.assert(
      fc.property(fc.array(versionTexts(id), { minLength: 8, maxLength: 8 }), (texts) => {
        const versions = texts.map((text) => scheme.parse(text)).filter((version) => version !== undefined);
        // One expectation for all triples: several hundred thousand would take minutes.
        const areOrdered = versions.every((a) =>
          versions.every((b) => versions.every((c) => isOrdered(scheme, a, b, c))),
        );

        expect(areOrdered).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('parses or rejects any input without throwing', () => {
    fc.assert(
      fc.property(hostileTexts(), hostileTexts(), (left, right) => {
        const a = scheme.parse(left);
        const b = scheme.parse(right);

        if (a === undefined || b === undefined) return;
        expect(scheme.compare(a, b)).not.toBeNaN();
        expect(sign(scheme, b, a)).toBe(0 - sign(scheme, a, b));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is deterministic, and every version equals itself', () => {
    fc.assert(
      fc.property(versionTexts(id), (text) => {
        const [once, again] = [scheme.parse(text), scheme.parse(text)];

        expect(again).toEqual(once);
        if (once !== undefined && again !== undefined) expect(scheme.compare(once, again)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('removes a local part once, and never makes the version newer', () => {
    fc.assert(
      fc.property(versionTexts(id), (text) => {
        const version = scheme.parse(text);
        const bare = version && scheme.withoutLocalPart?.(version);
        if (version === undefined || bare === undefined) return;

        expect(scheme.withoutLocalPart?.(bare)).toBeUndefined();
        expect(scheme.compare(bare, version)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  // Work is counted, not timed: each access to a field or an element is a step.
  it('does work that grows linearly with the text', () => {
    const repeated = [...PIECES[id], '.0', '.1', '-1', '1a', '.a1'].map((piece) => [`1${piece}`, `1.${piece}`]).flat();
    const read = repeated.flatMap((piece) => {
      const [half, whole] = [CHARACTERS / 2, CHARACTERS].map((size) => scheme.parse(fill(piece, size)));
      return half === undefined || whole === undefined ? [] : [{ half, whole }];
    });

    expect(read.length).toBeGreaterThan(0);
    for (const { half, whole } of read) {
      expect(sizeOf(whole)).toBeLessThanOrEqual(sizeOf(half) * 2 + SLACK);
      expect(stepsOf(scheme, whole)).toBeLessThanOrEqual(stepsOf(scheme, half) * 2 + SLACK);
    }
  });
});

const CHARACTERS = LIMITS.componentVersionCharactersMax;
// The half may contain one piece less.
const SLACK = 500;

/** Repeats the piece as often as it fits, so that the last one is complete. */
function fill(piece: string, size: number): string {
  return piece.repeat(Math.floor(size / piece.length));
}

function sizeOf(version: object): number {
  return JSON.stringify(version).length;
}

/** Compares the version with itself, so that no difference ends the comparison early. */
function stepsOf(scheme: VersionScheme, version: object): number {
  const steps = { count: 0 };
  const sameAgain = scheme.compare(withSteps(version, steps), withSteps(version, steps));
  expect(sameAgain).toBe(0);
  return steps.count;
}

function withSteps<Value extends object>(value: Value, steps: { count: number }): Value {
  return new Proxy(value, {
    get(target, name, receiver) {
      steps.count += 1;
      const found: unknown = Reflect.get(target, name, receiver);
      return typeof found === 'object' && found !== null ? withSteps(found, steps) : found;
    },
  });
}

function isOrdered(scheme: VersionScheme, a: object, b: object, c: object): boolean {
  const [ab, ba, bc, ac] = [sign(scheme, a, b), sign(scheme, b, a), sign(scheme, b, c), sign(scheme, a, c)];
  const isTransitive = (ab > 0 || bc > 0 || ac <= 0) && (ab !== 0 || ac === bc);
  return scheme.compare(a, a) === 0 && ab === 0 - ba && isTransitive;
}

function sign(scheme: VersionScheme, a: object, b: object): number {
  return Math.sign(scheme.compare(a, b));
}
