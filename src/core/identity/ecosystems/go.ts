/**
 * Go: module paths in lower case, `stdlib` and `toolchain` for Go itself. https://go.dev/ref/mod#module-path
 * Purls put a part of the path after `#`: `dbus#v5` is the module `dbus/v5`, `sys#mountinfo` a package or a nested module.
 */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const go: EcosystemRules = {
  family: 'Go',
  scheme: 'go',
  purlTypes: ['golang'],
  normalizeName: toAsciiLower,
  read,
};

const PATH = /^[a-z0-9._~+-]+(?:\/[a-z0-9._~+-]+)*$/;
// The module cache escapes a capital letter as an exclamation mark and the lower-case letter.
const ESCAPED_CAPITAL = /!(?=[a-z])/g;
const UNTAGGED = /^v?0\.0\.0-/;
// Since Go 1.21 the first release of a line is 1.21.0, and 1.21 alone is the language version that a module requires.
const LANGUAGE = /^(?:go|v)?1\.(?:2[1-9]|[3-9][0-9])$/;

// Top-level packages of the standard library. SBOMs list its packages with the version of Go: `net/http@go1.22.12`.
const STANDARD: ReadonlySet<string> = new Set([
  'archive',
  'bufio',
  'builtin',
  'bytes',
  'cmp',
  'compress',
  'container',
  'context',
  'crypto',
  'database',
  'debug',
  'embed',
  'encoding',
  'errors',
  'expvar',
  'flag',
  'fmt',
  'go',
  'hash',
  'html',
  'image',
  'index',
  'internal',
  'io',
  'iter',
  'log',
  'maps',
  'math',
  'mime',
  'net',
  'os',
  'path',
  'plugin',
  'reflect',
  'regexp',
  'runtime',
  'slices',
  'sort',
  'strconv',
  'strings',
  'structs',
  'sync',
  'syscall',
  'testing',
  'text',
  'time',
  'unicode',
  'unique',
  'unsafe',
  'vendor',
  'weak',
]);
const RELEASE = /^(?:go|v)?1\.[0-9]/;
// A minimum, as stated in a go.mod for Go itself.
const RANGE = /^[<>=~^]/;

function read({ namespace, name, version, subpath, componentType }: PackageFacts): NamedVersion | CannotAssessReason {
  const bare = normalizePath(namespace === undefined ? name : `${namespace}/${name}`);
  const path = subpath === undefined ? bare : `${bare}/${normalizePath(subpath)}`;
  if (!PATH.test(path)) return 'invalid-purl';
  if (RANGE.test(version ?? '')) return 'floating-ref';
  if (version === '(devel)' || version === 'v0.0.0' || version === '0.0.0') return 'devel-build';
  // An application under build has no tag yet; a dependency with such a version is pinned to a commit.
  if (componentType === 'application' && UNTAGGED.test(version ?? '')) return 'devel-build';
  // The CycloneDX tool for Go names the standard library `std`.
  if (path === 'std') return LANGUAGE.test(version ?? '') ? 'floating-ref' : { name: 'stdlib', version };
  const isStandard = STANDARD.has(path.split('/', 1)[0] ?? '') && RELEASE.test(version ?? '');
  if ((isStandard || isGoItself(path)) && LANGUAGE.test(version ?? '')) return 'floating-ref';
  if (isStandard) return { name: path, version, alsoNamed: ['stdlib'] };
  return { name: path, version, ...(path !== bare && { alsoNamed: [bare] }) };
}

function normalizePath(path: string): string {
  return toAsciiLower(path).replace(ESCAPED_CAPITAL, '');
}

/** Whether the path can be that of an importable module: such a path starts with a host name, except for Go itself. */
export function isModulePath(path: string): boolean {
  return isGoItself(path) || path.split('/', 1)[0]?.includes('.') === true;
}

function isGoItself(path: string): boolean {
  return path === 'stdlib' || path === 'toolchain';
}
