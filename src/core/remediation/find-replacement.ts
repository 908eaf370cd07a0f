/**
 * Finds a fix in another package. Every major version of a Go module from 2 on is a separate package, so a record may name a fix
 * only for `example.com/a/v3`, which users of `example.com/a/v2` cannot upgrade to.
 */
import type { AffectedEntry } from '../advisory/advisory.ts';
import { schemeFor } from '../versions/schemes/scheme-for.ts';

export interface Replacement {
  readonly name: string;
  readonly version: string | undefined;
}

const MAJOR = /\/v([0-9]{1,4})$/;

/** `entries` are all packages that the records of one vulnerability name. */
export function findReplacement(
  { family, name }: Pick<AffectedEntry, 'family' | 'name'>,
  entries: readonly AffectedEntry[],
): Replacement | undefined {
  if (family !== 'Go') return undefined;
  const base = name.replace(MAJOR, '');
  const majorOf = (path: string): number => Number(MAJOR.exec(path)?.[1] ?? 1);
  const later = entries
    .filter(
      (entry) => entry.family === 'Go' && entry.name.replace(MAJOR, '') === base && majorOf(entry.name) > majorOf(name),
    )
    .toSorted((a, b) => majorOf(a.name) - majorOf(b.name));
  for (const entry of later) {
    const version = highestFix(entry);
    if (version !== undefined) return { name: entry.name, version };
  }
  return undefined;
}

const go = schemeFor('go');

function highestFix({ windows }: AffectedEntry): string | undefined {
  let highest: { readonly text: string; readonly version: object } | undefined;
  for (const { fixed } of windows) {
    const version = fixed === undefined ? undefined : go.parse(fixed);
    if (fixed === undefined || version === undefined) continue;
    if (highest === undefined || go.compare(version, highest.version) > 0) highest = { text: fixed, version };
  }
  // A window without an end: the other package is affected as well.
  return windows.some(({ fixed, lastAffected }) => fixed === undefined && lastAffected === undefined)
    ? undefined
    : highest?.text;
}
