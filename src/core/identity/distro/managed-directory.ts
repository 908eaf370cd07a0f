/**
 * Directories that belong to the package manager of a distribution, by what it puts there. Tools that install packages of a
 * language put them elsewhere, `/usr/local` above all; those that can be talked into a directory of the system are the reason
 * why a path alone proves nothing.
 */
import type { LanguageFamily } from '../package-identity.ts';

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

/** Whose packages a distribution keeps there: `/usr/share/nodejs/semver/package.json` is of npm. Undefined: anybody's. */
export function findManagedFamily(path: string): LanguageFamily | undefined {
  const fromRoot = toPathFromRoot(path);
  if (!fromRoot.startsWith('usr/')) return undefined;
  return DIRECTORIES.find(([, directory]) => directory.test(fromRoot))?.[0];
}

const ROOT = /^\.?\/+/;

/** `/usr/bin/node`, `./usr/bin/node` and `usr/bin/node` are one file of an image. */
export function toPathFromRoot(path: string): string {
  return path.replace(ROOT, '');
}
