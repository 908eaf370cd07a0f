/** How far an upgrade goes, by the first number that differs. */
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { rulesOf } from '../../identity/ecosystem.ts';
import { numberAt, readNumbers } from './version-numbers.ts';

export const DISTANCES = ['patch', 'minor', 'major', 'unknown'] as const;
export type Distance = (typeof DISTANCES)[number];

/** `distanceOf(identity, '1.2.3', '1.4.0')` is `minor`. What differs behind the numbers alone is a patch. */
export function distanceOf({ family }: Pick<PackageIdentity, 'family'>, from: string, to: string): Distance {
  const [before, after] = [readNumbers(from), readNumbers(to)];
  if (before === undefined || after === undefined) return 'unknown';
  if (before.epoch !== after.epoch) {
    // A new epoch of a distribution only repairs the order; that of PyPI begins to count anew.
    return rulesOf(family)?.distribution === undefined ? 'major' : 'unknown';
  }
  if (numberAt(before, 0) !== numberAt(after, 0)) return 'major';
  return numberAt(before, 1) === numberAt(after, 1) ? 'patch' : 'minor';
}

export function compareDistances(a: Distance, b: Distance): number {
  return DISTANCES.indexOf(a) - DISTANCES.indexOf(b);
}

/** Nobody knows how far `unknown` is, so it is within no bound but the widest. */
export function isWithin(distance: Distance, max: Exclude<Distance, 'unknown'> | undefined): boolean {
  return max === undefined || max === 'major' || compareDistances(distance, max) <= 0;
}
