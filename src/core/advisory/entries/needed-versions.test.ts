import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEntryTest } from '../../match/test-entry.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { AffectedEntry } from '../advisory.ts';
import { neededVersions } from './needed-versions.ts';

const BELOW_2 = [{ introduced: undefined, fixed: '2.0', lastAffected: undefined }];

function anEntry(changes: Partial<AffectedEntry> = {}): AffectedEntry {
  return {
    family: 'Debian',
    release: '12',
    name: 'openssl',
    scheme: 'debian',
    windows: BELOW_2,
    versions: ['1.0-1', '1.9-1', '2.0-1', '3.0-1'],
    problems: [],
    lastKnownAffected: undefined,
    urgency: undefined,
    ...changes,
  };
}

describe('neededVersions', () => {
  it('returns the versions outside of every window', () => {
    expect(neededVersions(anEntry(), 'vulnerability')).toEqual(['2.0-1', '3.0-1']);
  });

  it('returns texts that are not valid versions', () => {
    expect(neededVersions(anEntry({ versions: ['1.0-1', 'not a version'] }), 'vulnerability')).toEqual([
      'not a version',
    ]);
  });

  it.each<[string, Partial<AffectedEntry>]>([
    ['there is no window', { windows: [] }],
    ['a last known affected version is stated', { lastKnownAffected: '<= 1.9-1' }],
    ['a version may be invalid', { scheme: 'semver', versions: ['1.0.0', '1.0.0.1'] }],
    ['parts of a version may be ignored', { scheme: 'pep440', versions: ['1.0', '1.0+cpu'] }],
    ['epochs may be ignored', { scheme: 'rpm' }],
  ])('returns all versions if %s', (_, changes) => {
    const entry = anEntry(changes);

    expect(neededVersions(entry, 'vulnerability')).toBe(entry.versions);
  });

  it('returns all versions of a malware record', () => {
    const entry = anEntry();

    expect(neededVersions(entry, 'malicious')).toBe(entry.versions);
  });
});

describe('matching with the needed versions', () => {
  const texts = fc.constantFrom('0', '1', '1.0', '1.0-1', '1.0-2', '1.2', '1.10', '2.0', '2.0-0', '2.0.1', '3', 'x y');
  const readable = texts.filter((text) => schemeFor('debian').parse(text) !== undefined);
  const optional = fc.option(readable, { nil: undefined });
  const window = fc.record({ introduced: optional, fixed: optional, lastAffected: optional });
  const entries = fc
    .record({
      scheme: fc.constantFrom<AffectedEntry['scheme'][]>(
        'debian',
        'apk',
        'maven',
        'rubygems',
        'nuget',
        'rpm',
        'semver',
      ),
      windows: fc.array(window, { maxLength: 3 }),
      versions: fc.array(texts, { maxLength: 5 }),
      lastKnownAffected: fc.constantFrom(undefined, undefined, '<= 1.2', '< 2.0'),
    })
    .map(anEntry);

  it('gives the same result as matching with all versions', () => {
    fc.assert(
      fc.property(
        entries,
        fc.constantFrom('vulnerability' as const, 'malicious' as const),
        texts,
        (entry, kind, text) => {
          const needed = { ...entry, versions: neededVersions(entry, kind) };

          expect(answer(needed, kind, text)).toEqual(answer(entry, kind, text));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

function answer(entry: AffectedEntry, kind: 'vulnerability' | 'malicious', text: string): unknown {
  return createEntryTest()({ entry, class: kind }, text);
}
