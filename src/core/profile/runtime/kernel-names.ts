/**
 * Names of files and capabilities as the kernel sees them. Enforcement uses the path of a file after all links are resolved, while
 * an SBOM may have the one before: if `/lib` links to `/usr/lib`, a file has two paths and either may be the real one.
 */
import { LIMITS } from '../../limits.ts';

/** Without empty and dot segments. Undefined: not absolute, a directory, too long, or outside the root because of `..`. */
export function normalizePath(path: string): string | undefined {
  if (!path.startsWith('/') || path.endsWith('/') || path.length > LIMITS.filePathCharactersMax) return undefined;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.length === 0 ? undefined : `/${segments.join('/')}`;
}

const LINKED_DIRECTORIES: readonly (readonly [link: string, real: string])[] = [
  ['/bin/', '/usr/bin/'],
  ['/sbin/', '/usr/sbin/'],
  ['/lib/', '/usr/lib/'],
  ['/lib32/', '/usr/lib32/'],
  ['/lib64/', '/usr/lib64/'],
  ['/libx32/', '/usr/libx32/'],
  ['/var/run/', '/run/'],
  ['/var/lock/', '/run/lock/'],
];

/** The given path first. */
export function spellingsOf(path: string): readonly string[] {
  for (const [link, real] of LINKED_DIRECTORIES) {
    if (path.startsWith(link)) return [path, real + path.slice(link.length)];
    if (path.startsWith(real)) return [path, link + path.slice(real.length)];
  }
  return [path];
}

/** `CAP_NET_ADMIN`, `net_admin` and `NET_ADMIN` are the same capability. */
export function toCapabilityName(text: string): string {
  const lower = text.toLowerCase();
  return lower.startsWith('cap_') ? lower.slice('cap_'.length) : lower;
}
