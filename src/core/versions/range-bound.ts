/** One event of an OSV range with its parsed version, and the order of such events. */
import type { VersionScheme } from './version-scheme.ts';

export interface Bound {
  readonly kind: 'introduced' | 'fixed' | 'lastAffected' | 'limit';
  readonly text: string;
  readonly version: object | typeof BEFORE_ALL | typeof AFTER_ALL;
}

/** Older than every version, including `0~` and `0.0.0-alpha`. */
export const BEFORE_ALL = 'before-all';
export const AFTER_ALL = 'after-all';

/** Returns undefined if the version cannot be parsed. */
export function toBound(scheme: VersionScheme, kind: Bound['kind'], text: string): Bound | undefined {
  const version = versionOf(scheme, kind, text);
  return version === undefined ? undefined : { kind, text, version };
}

export function compareBounds(scheme: VersionScheme, { version: a }: Bound, { version: b }: Bound): number {
  if (typeof a === 'object' && typeof b === 'object') return scheme.compare(a, b);
  return sideOf(a) - sideOf(b);
}

export function isLegacy(scheme: VersionScheme, { version }: Bound): boolean {
  return typeof version === 'object' && scheme.assumptionOf?.(version) === 'legacy-version';
}

function versionOf(scheme: VersionScheme, kind: Bound['kind'], text: string): Bound['version'] | undefined {
  // Distributions write `introduced: 0, fixed: 0` for packages that were never affected, so both zeros are the same bound.
  if (text === '0' && (kind === 'introduced' || kind === 'fixed')) return BEFORE_ALL;
  if (text === '*' && kind === 'limit') return AFTER_ALL;
  return scheme.parse(text);
}

function sideOf(version: Bound['version']): number {
  if (typeof version === 'object') return 0;
  return version === BEFORE_ALL ? -1 : 1;
}
