/** Gives a jar without certain coordinates those that a table states for its hash. */
import type { KnownSource } from '../distro/resolve-source.ts';
import type { PackageVersion } from '../match.ts';

/** Returns the package unchanged if the table does not list its hashes, or lists different coordinates for them. */
export function resolveJar(packageVersion: PackageVersion, known: readonly KnownSource[]): PackageVersion {
  const [first, ...others] = known;
  if (first?.version === undefined) return packageVersion;
  const { name, version } = first;
  if (others.some((other) => other.name !== name || other.version !== version)) return packageVersion;
  const assumptions = packageVersion.assumptions.filter((each) => each !== 'identity-from-tool');
  return {
    identity: { family: 'Maven', release: '', name, source: undefined },
    version,
    assumptions: [...assumptions, 'coordinates-from-hash'],
  };
}
