/**
 * Go's version order: SemVer for modules and, after conversion, for Go itself, whose releases are named `go1.22rc1`.
 * https://go.dev/ref/mod#versions, https://go.dev/doc/toolchain#version
 */
import { LIMITS } from '../../limits.ts';
import { semver, type SemverVersion } from './semver.ts';
import type { VersionScheme } from '../version-scheme.ts';
import type { VersionAssumption } from '../../vocabulary/assumption.ts';

export const go: VersionScheme<SemverVersion> = {
  id: 'go',
  parse,
  compare: (a, b) => semver.compare(a, b),
  withoutLocalText: (text) => toSemver(text) ?? text,
  assumptionOf: (version) => semver.assumptionOf?.(version),
  doubtBefore,
};

function parse(text: string): SemverVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = toSemver(text.trim());
  const version = bare === undefined ? undefined : semver.parse(bare);
  const last = version?.prerelease.at(-1);
  if (version === undefined || last?.numeric !== true || !MOMENT.test(last.text)) return version;
  return { ...version, prerelease: [...version.prerelease.slice(0, -1), { numeric: false, text: last.text }] };
}

// Custom builds of Go append a suffix: `go1.22.3-custom`, `go1.22.3 X:boringcrypto`.
const TOOLCHAIN = /^(go)?([0-9]+)\.([0-9]+)(?:\.([0-9]+))?(?:(alpha|beta|rc)([0-9]+))?(?:[-+ ]|$)/;
const UNRELEASED = '-devel';

/** Returns undefined for an unreleased Go. */
function toSemver(text: string): string | undefined {
  const [, prefix, major, minor, patch = '0', stage, number] = TOOLCHAIN.exec(text) ?? [];
  if (stage !== undefined) return `${major}.${minor}.${patch}-${stage}.${number}`;
  if (prefix === undefined) return text;
  return text.includes(UNRELEASED) ? undefined : `${major}.${minor}.${patch}`;
}

/**
 * A timestamp and a commit: `v0.0.0-20190301021747-ccb9e902956d`, `v1.3.1-0.2019..`, `v1.3.1-rc.1.0.2019..`. Advisories shorten
 * both (`0.0.0-20240206`). A timestamp alone is treated as the prefix of a pseudo-version and not as a number, which would sort
 * below all of them.
 */
const COMMIT = /^[0-9]{14}-[0-9A-Za-z]+$/;
const MOMENT = /^20[0-9]{6,12}(?:-[0-9A-Za-z]+)?$/;

/** Whether the version is a pseudo-version, which is ordered by its timestamp and the tag before it. */
export function isPseudoVersion({ prerelease }: SemverVersion): boolean {
  const last = prerelease.at(-1);
  return last !== undefined && !last.numeric && COMMIT.test(last.text);
}

/**
 * Whether the version is a commit without any tag before it. Its number is made up and says nothing about the releases of the
 * project.
 */
export function hasNoTag(version: SemverVersion): boolean {
  return version.prerelease.length === 1 && isPseudoVersion(version);
}

/**
 * It is unknown whether a commit contains the changes of a later tag: the fix may be older than the tag. Compared with another
 * commit after the same tag, the order is certain.
 */
function doubtBefore(version: SemverVersion, end: SemverVersion): VersionAssumption | undefined {
  if (!isPseudoVersion(version)) return undefined;
  return isBesideMoment(end) && isBehindSameTag(version, end) ? undefined : 'pseudo-version';
}

function isBesideMoment({ prerelease }: SemverVersion): boolean {
  return MOMENT.test(prerelease.at(-1)?.text ?? '');
}

function isBehindSameTag(a: SemverVersion, b: SemverVersion): boolean {
  const prefixOf = ({ prerelease }: SemverVersion): SemverVersion['prerelease'] => prerelease.slice(0, -1);
  return semver.compare({ ...a, prerelease: prefixOf(a) }, { ...b, prerelease: prefixOf(b) }) === 0;
}
