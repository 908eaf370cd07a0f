/**
 * Returns a package at another version. Packages of distributions have two versions, their own and that of their source, and
 * advisories may refer to either. The version that most entries refer to leads; the other follows if it can be derived.
 */
import type { PackageVersion, TestedEntry } from '../../match/match.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';

/** The version that entries are tested with, and the scheme that compares candidates with it. */
export interface VersionAxis {
  readonly installed: string;
  /** Undefined: the version cannot be ordered. */
  readonly parsed: object | undefined;
  readonly scheme: VersionScheme;
}

/** Undefined: no entry refers to the package. */
export function findVersionAxis(tested: readonly TestedEntry[]): VersionAxis | undefined {
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

// Entries that affect the installed version have to be fixed; others only have to be avoided.
const AFFECTED_WEIGHT = 1_000;

/** `axis` is the installed version that is replaced. */
export function atVersion(packageVersion: PackageVersion, axis: string, version: string): PackageVersion {
  const { version: own } = packageVersion;
  const identity = withoutRevision(packageVersion.identity);
  const { source } = identity;
  if (source?.version === undefined) return { ...packageVersion, identity, version };
  const isOwn = own === axis;
  const isSource = source.version === axis;
  return {
    ...packageVersion,
    version: isOwn ? version : deriveOtherVersion(own, axis, version),
    identity: {
      ...identity,
      source: { ...source, version: isSource ? version : deriveOtherVersion(source.version, axis, version) },
    },
  };
}

/** The stated tag or commit is that of the installed version. */
function withoutRevision(identity: PackageVersion['identity']): PackageVersion['identity'] {
  if (identity.repository?.revision === undefined) return identity;
  const { names, by } = identity.repository;
  return { ...identity, repository: { names, ...(by !== undefined && { by }) } };
}

const EPOCH = /^[0-9]{1,10}:/;
const REBUILD = /\+b[0-9]{1,6}$/;

/**
 * Derives the other version after the upgrade if the two differ only by an epoch or a rebuild (`1:2.36-8` of `2.36-8`). Otherwise
 * it stays unchanged, so that a version is never called clean by mistake.
 */
function deriveOtherVersion(other: string, axis: string, version: string): string {
  const bareOther = other.replace(EPOCH, '').replace(REBUILD, '');
  const bareAxis = axis.replace(EPOCH, '').replace(REBUILD, '');
  if (bareOther !== bareAxis) return other;
  const [epoch = ''] = EPOCH.exec(other) ?? [];
  return `${epoch}${version.replace(EPOCH, '')}`;
}
