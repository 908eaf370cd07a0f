/** The distance of an upgrade, by the first number that differs. */
import type { PackageIdentity } from '../../../identity/package-identity.ts';
import { rulesOf } from '../../../identity/ecosystems/ecosystem.ts';
import { numberAt, parseVersionNumbers } from './version-numbers.ts';
import { DISTANCES, type Distance } from '../../../vocabulary/remediation.ts';

/** `distanceOf(identity, '1.2.3', '1.4.0')` is `minor`. A difference only after the numbers is a patch. */
export function distanceOf({ family }: Pick<PackageIdentity, 'family'>, from: string, to: string): Distance {
  const [before, after] = [parseVersionNumbers(from), parseVersionNumbers(to)];
  if (before === undefined || after === undefined) return 'unknown';
  if (before.epoch !== after.epoch) {
    // A new epoch of a distribution only corrects the order; an epoch of PyPI restarts the numbering.
    return rulesOf(family)?.distribution === undefined ? 'major' : 'unknown';
  }
  if (numberAt(before, 0) !== numberAt(after, 0)) return 'major';
  return numberAt(before, 1) === numberAt(after, 1) ? 'patch' : 'minor';
}

export function compareDistances(a: Distance, b: Distance): number {
  return DISTANCES.indexOf(a) - DISTANCES.indexOf(b);
}

/** The size of `unknown` is not known, so it is only within `major`. */
export function isWithin(distance: Distance, max: Exclude<Distance, 'unknown'> | undefined): boolean {
  return max === undefined || max === 'major' || compareDistances(distance, max) <= 0;
}
