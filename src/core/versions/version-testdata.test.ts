/** Orders as text, by hand and as the native tools have them. `docs/matching.md` says which tool was asked, and what it was not. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVersionFixture, type VersionPair } from '../../../test/support/version-fixture.ts';
import { SCHEME_IDS } from '../../../test/support/version-texts.ts';
import { schemeFor } from './scheme-for.ts';
import type { SchemeId, VersionScheme } from './version-scheme.ts';

const SIGNS = { '<': -1, '=': 0 } as const;
const PAIRS_MIN = 5_000;

/** Files that are not named after their scheme, because several tools speak about one. */
const SCHEME_OF_FILE: ReadonlyMap<string, SchemeId> = new Map([
  ['cargo', 'semver'],
  ['hex', 'semver'],
  ['go-toolchain', 'go'],
]);

describe.each(SCHEME_IDS)('%s', (id) => {
  const scheme = schemeFor(id);
  const generated = generatedFilesOf(id);

  it.each(readVersionFixture(`${id}-versions.txt`))('%s %s %s', (...pair) => {
    expect(disagreement(scheme, pair)).toBeUndefined();
  });

  it('was held against a native tool', () => {
    expect(generated).not.toEqual([]);
  });

  it.each(generated)('agrees with the native tool of %s', (file) => {
    const pairs = readVersionFixture(file);
    const wrong = pairs.flatMap((pair) => disagreement(scheme, pair) ?? []);

    expect(pairs.length).toBeGreaterThanOrEqual(PAIRS_MIN);
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  // A comparison that goes in a circle somewhere cannot sort these: it would find a later one older than an earlier one.
  it('sorts all versions that occur there', () => {
    const files = [`${id}-versions.txt`, ...generated];
    const texts = files.flatMap((file) => readVersionFixture(file).flatMap(([left, , right]) => [left, right]));
    const versions = [...new Set(texts)].map((text) => ({ text, version: scheme.parse(text) ?? {} }));
    const sorted = versions.toSorted((a, b) => scheme.compare(a.version, b.version));
    const wrong = DISTANCES.flatMap((distance) =>
      sorted.slice(distance).flatMap((later, at) => {
        const earlier = sorted[at];
        const isWrong = earlier !== undefined && scheme.compare(earlier.version, later.version) > 0;
        return isWrong ? [`${earlier.text} before ${later.text}`] : [];
      }),
    );

    expect(wrong.slice(0, 20)).toEqual([]);
  });
});

const DISTANCES = [1, 7, 1_009];

function generatedFilesOf(id: SchemeId): string[] {
  const files = readdirSync(join(import.meta.dirname, 'testdata')).filter((file) => file.endsWith('-generated.txt'));
  return files.filter((file) => {
    const name = file.replace('-generated.txt', '');
    return (SCHEME_OF_FILE.get(name) ?? name) === id;
  });
}

/** What is wrong, as a sentence; undefined when both directions are as the fixture has them. */
function disagreement(scheme: VersionScheme, [left, expected, right]: VersionPair): string | undefined {
  const a = scheme.parse(left);
  const b = scheme.parse(right);
  if (a === undefined || b === undefined) return `Cannot read ${a === undefined ? left : right}.`;
  const forth = Math.sign(scheme.compare(a, b));
  const back = Math.sign(scheme.compare(b, a));
  const isRight = forth === SIGNS[expected] && back === 0 - SIGNS[expected];
  return isRight ? undefined : `${left} ${expected} ${right}, but the order says ${forth} and ${back}.`;
}
