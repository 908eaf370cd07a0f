/**
 * Files of a component itself, derived from the locations in an SBOM. Many locations are only records of a package manager: that
 * `/var/lib/dpkg/status` cannot be read says nothing about a library. If no real file is left, the files are unknown.
 */
import { LIMITS } from '../../limits.ts';
import { normalizePath } from '../runtime/kernel-names.ts';

const RECORD_DIRECTORIES = [
  '/var/lib/dpkg/',
  '/lib/apk/db/',
  '/usr/lib/apk/db/',
  '/var/lib/rpm/',
  '/usr/lib/sysimage/rpm/',
  '/usr/share/rpm/',
  '/var/lib/rpmmanifest/',
  '/usr/lib/opkg/',
  '/var/lib/pacman/',
];
const RECORD_NAMES: ReadonlySet<string> = new Set([
  'rpmdb.sqlite',
  'Packages.db',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  '.package-lock.json',
  'go.mod',
  'go.sum',
  'Cargo.lock',
  'Gemfile.lock',
  'gems.locked',
  'composer.lock',
  'installed.json',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'Pipfile.lock',
  'requirements.txt',
  'packages.lock.json',
  'gradle.lockfile',
  'mix.lock',
  'pubspec.lock',
  'Podfile.lock',
  'Package.resolved',
  'conan.lock',
  'pom.xml',
]);
const RECORD_ENDINGS = ['.dist-info', '.egg-info', '.gemspec', '.deps.json'];
const ARCHIVE = /\.(?:jar|war|ear|par|sar|nar|jpi|hpi|kar|lpkg|zip|apk|whl|egg)$/i;

/**
 * Only paths from an image or a running system are paths of the running service; a source tree has its own. A truncated list may
 * lack the one file that matters, so nothing is returned for it.
 */
export function findOwnFiles(locations: readonly string[], isOfRunningSystem: boolean): readonly string[] {
  if (!isOfRunningSystem || locations.length >= LIMITS.detailsPerListMax) return [];
  const files = new Set<string>();
  for (const location of locations) {
    for (const path of filesOf(location)) if (!isRecord(path)) files.add(path);
  }
  return [...files].toSorted();
}

/** `/app/a.jar:BOOT-INF/lib/b.jar` and `/app/a.jar!/b.jar` are inside the outer file. */
function filesOf(location: string): readonly string[] {
  if (DRIVE.test(location)) return [];
  const file = outerArchiveOf(location, NESTED_MARK) ?? location;
  const path = normalizePath(file.startsWith('/') ? file : `/${file}`);
  if (path === undefined) return [];
  // An unpacked archive has the same path as a packed one, so both may be the file.
  const outer = outerArchiveOf(path, SLASH);
  return outer === undefined ? [path] : [outer, path];
}

const DRIVE = /^[A-Za-z]:[\\/]/;
const NESTED_MARK = /:|!\//g;
const SLASH = /\//g;
const ENDING_CHARACTERS_MAX = 8;

/** The path before the first separator that follows an archive name. Elsewhere a colon is an ordinary character. */
function outerArchiveOf(path: string, mark: RegExp): string | undefined {
  for (const { index } of path.matchAll(mark)) {
    const ending = path.slice(Math.max(0, index - ENDING_CHARACTERS_MAX), index);
    if (ARCHIVE.test(ending)) return path.slice(0, index);
  }
  return undefined;
}

function isRecord(path: string): boolean {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  if (RECORD_NAMES.has(name) || RECORD_DIRECTORIES.some((directory) => path.startsWith(directory))) return true;
  if (path.startsWith('/usr/share/doc/') && name === 'copyright') return true;
  return segments.some((segment) => RECORD_ENDINGS.some((ending) => segment.endsWith(ending)));
}
