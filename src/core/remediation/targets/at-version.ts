/**
 * A package as it would be with another version. Packages of distributions have two: their own and that of their source, and
 * advisories may speak of either. The one that most of what is known speaks of leads; the other follows where it can be told.
 */
import type { PackageVersion } from '../../match/match.ts';
import type { TestedEntry } from '../../match/matcher.ts';
import { schemeFor } from '../../versions/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';

/** What candidates are candidates for: the version that entries are tested with, and the order that they are compared in. */
export interface Axis {
  readonly installed: string;
  /** Undefined: it has no place in the order. */
  readonly parsed: object | undefined;
  readonly scheme: VersionScheme;
}

/** Undefined: no entry speaks of the package. */
export function findAxis(tested: readonly TestedEntry[]): Axis | undefined {
  const weights = new Map<string, { weight: number; readonly scheme: VersionScheme }>();
  for (const { testedVersion, order, candidate, outcome } of tested) {
    const scheme = order ?? schemeFor(candidate.entry.scheme);
    const known = weights.get(testedVersion) ?? { weight: 0, scheme };
    known.weight += outcome === 'affected' ? AFFECTED_WEIGHT : 1;
    weights.set(testedVersion, known);
  }
  const [first] = [...weights].toSorted(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1));
  if (first === undefined) return undefined;
  const [installed, { scheme }] = first;
  return { installed, parsed: scheme.parse(installed), scheme };
}

// What holds the installed version has to be ended; what does not, only has to be avoided.
const AFFECTED_WEIGHT = 1_000;

/** `axis` is the installed version that is replaced. */
export function atVersion(packageVersion: PackageVersion, axis: string, version: string): PackageVersion {
  const { identity, version: own } = packageVersion;
  const { source } = identity;
  if (source?.version === undefined) return { ...packageVersion, version };
  const isOwn = own === axis;
  const isSource = source.version === axis;
  return {
    ...packageVersion,
    version: isOwn ? version : follow(own, axis, version),
    identity: {
      ...identity,
      source: { ...source, version: isSource ? version : follow(source.version, axis, version) },
    },
  };
}

const EPOCH = /^[0-9]{1,10}:/;
const REBUILD = /\+b[0-9]{1,6}$/;

/**
 * The other version after the upgrade, where the two differ by an epoch or a rebuild alone (`1:2.36-8` of `2.36-8`). Else it stays
 * as it is: what is said of it is then as true as before, and nothing is called clean that may not be.
 */
function follow(other: string, axis: string, version: string): string {
  const bareOther = other.replace(EPOCH, '').replace(REBUILD, '');
  const bareAxis = axis.replace(EPOCH, '').replace(REBUILD, '');
  if (bareOther !== bareAxis) return other;
  const [epoch = ''] = EPOCH.exec(other) ?? [];
  return `${epoch}${version.replace(EPOCH, '')}`;
}
