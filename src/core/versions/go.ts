/**
 * Go's version order: SemVer, for modules and, once respelled, for Go itself, whose releases are called `go1.22rc1`.
 * https://go.dev/ref/mod#versions, https://go.dev/doc/toolchain#version
 */
import { LIMITS } from '../limits.ts';
import { semver, type SemverVersion } from './semver.ts';
import type { VersionAssumption, VersionScheme } from './version-scheme.ts';

export const go: VersionScheme<SemverVersion> = {
  id: 'go',
  parse,
  compare: (a, b) => semver.compare(a, b),
  withoutLocalText: (text) => toSemver(text) ?? text,
  assumptionOf,
};

function parse(text: string): SemverVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = toSemver(text.trim());
  return bare === undefined ? undefined : semver.parse(bare);
}

// Whoever builds Go adds what follows: `go1.22.3-custom`, `go1.22.3 X:boringcrypto`.
const TOOLCHAIN = /^(go)?([0-9]+)\.([0-9]+)(?:\.([0-9]+))?(?:(alpha|beta|rc)([0-9]+))?(?:[-+ ]|$)/;
const UNRELEASED = '-devel';

/** Undefined: a Go that was never released. */
function toSemver(text: string): string | undefined {
  const [, prefix, major, minor, patch = '0', stage, number] = TOOLCHAIN.exec(text) ?? [];
  if (stage !== undefined) return `${major}.${minor}.${patch}-${stage}.${number}`;
  if (prefix === undefined) return text;
  return text.includes(UNRELEASED) ? undefined : `${major}.${minor}.${patch}`;
}

// `v0.0.0-20190301021747-ccb9e902956d`, `v1.3.1-0.2019..`, `v1.3.1-rc.1.0.2019..`: a moment and a commit.
const COMMIT = /^[0-9]{14}-[0-9A-Za-z]+$/;

/**
 * A commit has its place by its moment and by the tag before it. Whether it holds what a later tag holds, nobody knows; compared
 * with another commit behind the same tag, the place is certain.
 */
function assumptionOf(version: SemverVersion): VersionAssumption | undefined {
  const last = version.prerelease.at(-1);
  return last !== undefined && COMMIT.test(last.text) ? 'pseudo-version' : semver.assumptionOf?.(version);
}
