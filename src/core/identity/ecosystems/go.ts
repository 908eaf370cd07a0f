/**
 * Go: paths of modules in small letters, `stdlib` and `toolchain` for Go itself. https://go.dev/ref/mod#module-path
 * Purls put a part of the path behind `#`: `dbus#v5` is the module `dbus/v5`, `sys#mountinfo` a package or a module below.
 */
import { toAsciiLower } from '../ascii-case.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from '../ecosystem-rules.ts';
import type { CannotAssessReason } from '../package-identity.ts';

export const go: EcosystemRules = {
  family: 'Go',
  scheme: 'go',
  purlTypes: ['golang'],
  normalizeName: toAsciiLower,
  read,
};

const PATH = /^[a-z0-9._~+-]+(?:\/[a-z0-9._~+-]+)*$/;
// In the cache of modules a capital letter is written as a mark and the small letter.
const ESCAPED_CAPITAL = /!(?=[a-z])/g;
const UNTAGGED = /^v?0\.0\.0-/;
// Since Go 1.21 the first release of a line is 1.21.0, and 1.21 alone is the language that a module asks for.
const LANGUAGE = /^(?:go|v)?1\.(?:2[1-9]|[3-9][0-9])$/;

function read({ namespace, name, version, subpath, componentType }: PackageFacts): NamedVersion | CannotAssessReason {
  const bare = normalizePath(namespace === undefined ? name : `${namespace}/${name}`);
  const path = subpath === undefined ? bare : `${bare}/${normalizePath(subpath)}`;
  if (!PATH.test(path)) return 'invalid-purl';
  if (version === '(devel)' || version === 'v0.0.0' || version === '0.0.0') return 'devel-build';
  // What is built has no tag of its own yet; a dependency of that version is pinned to a commit.
  if (componentType === 'application' && UNTAGGED.test(version ?? '')) return 'devel-build';
  if (isGoItself(path) && LANGUAGE.test(version ?? '')) return 'floating-ref';
  return { name: path, version, ...(path !== bare && { alsoNamed: [bare] }) };
}

function normalizePath(path: string): string {
  return toAsciiLower(path).replace(ESCAPED_CAPITAL, '');
}

function isGoItself(path: string): boolean {
  return path === 'stdlib' || path === 'toolchain';
}
