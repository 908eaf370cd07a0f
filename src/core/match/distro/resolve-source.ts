/**
 * Finds the source package of a package whose document does not state it, from the package index of the distribution, from the
 * binary packages listed in its advisories, or from other documents of the release. Advisories are tested with the source
 * version, so a source whose version cannot be derived from the package counts as unknown.
 */
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import { toPackageKey } from '../../identity/package-key.ts';
import type { PackageVersion } from '../match.ts';

export interface KnownSource {
  readonly name: string;
  /** Both are set if they differ: this package version was built from that source version. */
  readonly version?: string | undefined;
  readonly sourceVersion?: string | undefined;
  /** The source is known only from a document. */
  readonly isLearned: boolean;
}

/** Returns the key for looking up the source, or undefined if it is known or not needed. */
export function unknownSourceKey({ identity }: PackageVersion): string | undefined {
  return identity.sourceUnknown === true ? toPackageKey(identity.family, identity.release, identity.name) : undefined;
}

/**
 * Returns the package with its source, or unchanged if no source or more than one is known. Data of the distribution takes
 * precedence over documents.
 */
export function resolveSource(packageVersion: PackageVersion, known: readonly KnownSource[]): PackageVersion {
  const stated = known.some(({ isLearned }) => !isLearned) ? known.filter(({ isLearned }) => !isLearned) : known;
  const findSource = rulesOf(packageVersion.identity.family)?.distribution?.findSource;
  const names = new Set(stated.map(({ name }) => findSource?.(name)?.name ?? name));
  const [name] = names;
  if (name === undefined || names.size > 1) return packageVersion;
  // A signed kernel has a separate source package with its own versions; the version of `linux` is that of the package.
  const isRenamed = stated.every((each) => each.name !== name);
  const version = isRenamed ? undefined : findVersion(packageVersion.version, stated);
  if (version === null) return packageVersion;
  const { sourceUnknown: _resolved, ...identity } = packageVersion.identity;
  return {
    ...packageVersion,
    identity: { ...identity, source: { name, version } },
    assumptions: stated.every(({ isLearned }) => isLearned)
      ? [...packageVersion.assumptions, 'source-name-learned']
      : packageVersion.assumptions,
  };
}

const EPOCH = /^[0-9]{1,10}:/;
const REBUILD = /\+b[0-9]{1,6}$/;

/** Returns undefined if it is the version of the package, and null if it cannot be determined. */
function findVersion(installed: string, stated: readonly KnownSource[]): string | undefined | null {
  const pairs = stated.flatMap(({ version, sourceVersion }) =>
    version === undefined || sourceVersion === undefined || bare(version) === sourceVersion
      ? []
      : [{ version, sourceVersion }],
  );
  if (pairs.length === 0) return undefined;
  const versions = new Set(pairs.filter(({ version }) => version === installed).map((pair) => pair.sourceVersion));
  if (versions.size === 1) return [...versions][0];
  // If only the epoch differs, it does so in every version (bsdutils 1:2.38.1-5 is from util-linux 2.38.1-5).
  const isEpochOnly =
    pairs.length === stated.length &&
    pairs.every(({ version, sourceVersion }) => bare(version).replace(EPOCH, '') === sourceVersion);
  return isEpochOnly ? bare(installed).replace(EPOCH, '') : null;
}

/** Removes the suffix of a rebuild for one architecture, which the source does not have. */
function bare(version: string): string {
  return version.replace(REBUILD, '');
}
