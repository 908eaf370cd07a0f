/**
 * Bitnami's version order: the upstream version, then the package revision after a dash. SemVer would treat `1.2.3-4` as a
 * prerelease of 1.2.3, and so as older than a fix in 1.2.3. Bounds can have revisions, too: `fixed: 1.81.0-1`.
 * https://github.com/bitnami/vulndb
 */
import { LIMITS } from '../../limits.ts';
import { compareNumbers, trimZeros } from '../version-tokens.ts';
import { semver, type SemverVersion } from './semver.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface BitnamiVersion {
  readonly upstream: SemverVersion;
  /**
   * In the form returned by `trimZeros`. Most bounds have none and start with the first package of their version: 1.22.0 =
   * 1.22.0-0.
   */
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

/** Removes build metadata, even if it ends like a revision. */
function withoutBuild(text: string): string {
  const plus = text.indexOf('+');
  return (plus === -1 ? text : text.slice(0, plus)).trim();
}

function compare(a: BitnamiVersion, b: BitnamiVersion): number {
  return semver.compare(a.upstream, b.upstream) || compareNumbers(a.revision, b.revision);
}
