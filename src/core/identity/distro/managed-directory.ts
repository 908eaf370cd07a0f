/**
 * Directories that belong to the package manager of a distribution, by language. Language package managers install elsewhere,
 * mainly in `/usr/local`, but some can be told to install into a system directory, so a path alone proves nothing.
 */
import type { LanguageFamily } from '../../vocabulary/package.ts';

const PYTHON = /^usr\/lib(?:64)?\/python[0-9]?(?:\.[0-9]{1,2})?\/(?:dist|site)-packages\//;
const NODE = /^usr\/(?:share\/nodejs|share\/npm|lib\/nodejs|lib\/node_modules)\//;
const JAVA = /^usr\/(?:share\/java|share\/maven-repo|lib\/java)\//;
const RUBY = /^usr\/(?:share\/(?:gems|ruby\/gems|rubygems-integration)|lib(?:64)?\/(?:gems|ruby\/gems))\//;

const DIRECTORIES: readonly (readonly [LanguageFamily, RegExp])[] = [
  ['PyPI', PYTHON],
  ['npm', NODE],
  ['Maven', JAVA],
  ['RubyGems', RUBY],
];

/**
 * Returns the language whose packages a distribution installs there: `/usr/share/nodejs/semver/package.json` is npm. Undefined
 * for any other path.
 */
export function findManagedFamily(path: string): LanguageFamily | undefined {
  const fromRoot = toPathFromRoot(path);
  if (!fromRoot.startsWith('usr/')) return undefined;
  return DIRECTORIES.find(([, directory]) => directory.test(fromRoot))?.[0];
}

const ROOT = /^\.?\/+/;

/** Normalizes `/usr/bin/node`, `./usr/bin/node` and `usr/bin/node` to the same path. */
export function toPathFromRoot(path: string): string {
  return path.replace(ROOT, '');
}
