/**
 * The source package of a binary package, as spelled in purls and by tools. Distributions publish advisories under the source
 * name, and its version may differ from the binary one (`bsdutils 1:2.36.1-8` is from `util-linux 2.36.1-8`).
 */

export interface SourcePackage {
  readonly name: string;
  readonly version: string | undefined;
}

const SOURCE_RPM = /\.(?:no)?src\.rpm$/;

/** Parses `glibc`, `gcc-12@12.2.0-14` or `openssl-1.1.1k-7.el8.src.rpm`; undefined if no name is left. */
export function parseSourcePackage(text: string): SourcePackage | undefined {
  const trimmed = text.trim();
  return SOURCE_RPM.test(trimmed) ? parseSourceRpm(trimmed.replace(SOURCE_RPM, '')) : parseNameAtVersion(trimmed);
}

function parseNameAtVersion(text: string): SourcePackage | undefined {
  const at = text.indexOf('@');
  return at === -1 ? toSourcePackage(text, '') : toSourcePackage(text.slice(0, at), text.slice(at + 1));
}

// The version and the release of an rpm contain no dash, but its name may contain several.
function parseSourceRpm(text: string): SourcePackage | undefined {
  const release = text.lastIndexOf('-');
  const version = text.lastIndexOf('-', release - 1);
  if (release <= 0 || version <= 0) return toSourcePackage(text, '');
  return toSourcePackage(text.slice(0, version), text.slice(version + 1));
}

export function toSourcePackage(name: string, version: string): SourcePackage | undefined {
  return name === '' ? undefined : { name, version: version === '' ? undefined : version };
}
