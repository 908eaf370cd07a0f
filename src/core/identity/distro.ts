/**
 * Which release of a distribution a text means. Documents, purls and people spell it in many ways; a text that is not surely a
 * release is none, because advisories of another release are as wrong as none.
 */

/** https://www.debian.org/releases/; sid and testing are no releases. */
const DEBIAN_CODENAMES: ReadonlyMap<string, string> = new Map([
  ['jessie', '8'],
  ['stretch', '9'],
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
]);
const DEBIAN_RELEASES: ReadonlySet<string> = new Set(DEBIAN_CODENAMES.values());

const PREFIX = /^(?:distro=)?(?:debian[-: ])?/;
const POINT_RELEASE = /^([0-9]{1,2})(?:\.[0-9]{1,3}){0,2}$/;

/** `debian-12`, `debian-11.6`, `distro=debian-12`, `bookworm`, `12.5` and `12`; undefined for every other distribution. */
export function findDebianRelease(text: string): string | undefined {
  const rest = text.trim().toLowerCase().replace(PREFIX, '');
  const release = DEBIAN_CODENAMES.get(rest) ?? POINT_RELEASE.exec(rest)?.[1];
  return release !== undefined && DEBIAN_RELEASES.has(release) ? release : undefined;
}

// A package that was updated inside a release says so: 1.1.1n-0+deb11u3, 2.40-1~deb12u1.
const DEBIAN_TAG = /[+~]deb([0-9]{1,2})u[0-9]/;

/** The release in the version of a package, where it has one. */
export function findDebianReleaseInVersion(version: string): string | undefined {
  const release = DEBIAN_TAG.exec(version)?.[1];
  return release !== undefined && DEBIAN_RELEASES.has(release) ? release : undefined;
}
