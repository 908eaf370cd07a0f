/**
 * The source package of a package whose document does not state it, from what is known of its release: the package index of the
 * distribution, the binary packages that its advisories list, or other documents. Advisories are tested with the version of the
 * source, so a source whose version cannot be told from that of the package is as good as unknown.
 */
import { rulesOf } from '../../identity/ecosystem.ts';
import { toPackageKey } from '../../identity/package-key.ts';
import type { PackageVersion } from '../match.ts';

export interface KnownSource {
  readonly name: string;
  /** Both where they differ: this version of the package was built from that version of the source. */
  readonly version?: string | undefined;
  readonly sourceVersion?: string | undefined;
  /** Only a document says so. */
  readonly isLearned: boolean;
}

/** The key by which its source is looked up; undefined: the source is known, or not needed. */
export function unknownSourceKey({ identity }: PackageVersion): string | undefined {
  return identity.sourceUnknown === true ? toPackageKey(identity.family, identity.release, identity.name) : undefined;
}

/** The package with its source, or unchanged where no source or more than one is known. What a distribution says goes before documents. */
export function resolveSource(packageVersion: PackageVersion, known: readonly KnownSource[]): PackageVersion {
  const stated = known.some(({ isLearned }) => !isLearned) ? known.filter(({ isLearned }) => !isLearned) : known;
  const findSource = rulesOf(packageVersion.identity.family)?.distribution?.findSource;
  const names = new Set(stated.map(({ name }) => findSource?.(name)?.name ?? name));
  const [name] = names;
  if (name === undefined || names.size > 1) return packageVersion;
  // A kernel is signed in a source package of its own, which counts its versions otherwise; that of `linux` is the package's.
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

/** Undefined: the version of the package. Null: it cannot be told. */
function findVersion(installed: string, stated: readonly KnownSource[]): string | undefined | null {
  const pairs = stated.flatMap(({ version, sourceVersion }) =>
    version === undefined || sourceVersion === undefined || bare(version) === sourceVersion
      ? []
      : [{ version, sourceVersion }],
  );
  if (pairs.length === 0) return undefined;
  const versions = new Set(pairs.filter(({ version }) => version === installed).map((pair) => pair.sourceVersion));
  if (versions.size === 1) return [...versions][0];
  // Where only the epoch differs it does so in every version (bsdutils 1:2.38.1-5 is from util-linux 2.38.1-5).
  const isEpochOnly =
    pairs.length === stated.length &&
    pairs.every(({ version, sourceVersion }) => bare(version).replace(EPOCH, '') === sourceVersion);
  return isEpochOnly ? bare(installed).replace(EPOCH, '') : null;
}

/** Without the mark of a rebuild for one architecture, which the source does not have. */
function bare(version: string): string {
  return version.replace(REBUILD, '');
}
