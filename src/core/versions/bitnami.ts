/**
 * Bitnami's version order: the version of what is packaged, and behind a dash how often that was packaged. SemVer would take
 * `1.2.3-4` for a prerelease of 1.2.3, which a fix in 1.2.3 does not reach. Bounds have such counts, too: `fixed: 1.81.0-1`.
 * https://github.com/bitnami/vulndb
 */
import { LIMITS } from '../limits.ts';
import { compareNumbers, trimZeros } from './digits.ts';
import { semver, type SemverVersion } from './semver.ts';
import type { VersionScheme } from './version-scheme.ts';

interface BitnamiVersion {
  readonly upstream: SemverVersion;
  /** As `trimZeros` has it. Most bounds have none, and begin with the first package of their version: 1.22.0 = 1.22.0-0. */
  readonly revision: string;
}

export const bitnami: VersionScheme<BitnamiVersion> = {
  id: 'bitnami',
  parse,
  compare,
  withoutLocalPart: ({ upstream, revision }) => (revision === '' ? undefined : { upstream, revision: '' }),
  withoutLocalText: (text) => withoutBuild(text).replace(REVISION, ''),
  assumptionOf: ({ upstream }) => semver.assumptionOf?.(upstream),
};

const REVISION = /-r?([0-9]+)$/;

function parse(text: string): BitnamiVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = withoutBuild(text);
  const upstream = semver.parse(bare.replace(REVISION, ''));
  return upstream && { upstream, revision: trimZeros(REVISION.exec(bare)?.[1] ?? '') };
}

/** What follows a plus says nothing, not even when it ends like a count. */
function withoutBuild(text: string): string {
  const plus = text.indexOf('+');
  return (plus === -1 ? text : text.slice(0, plus)).trim();
}

function compare(a: BitnamiVersion, b: BitnamiVersion): number {
  return semver.compare(a.upstream, b.upstream) || compareNumbers(a.revision, b.revision);
}
