/** A range of affected versions. Bounds are kept as spelled in the record, because they are stored and shown to users. */
import { compareWithListed } from './listed-versions.ts';
import type { VersionScheme } from './version-scheme.ts';

/**
 * From `introduced` (undefined: all older versions) up to `fixed` (exclusive) or `lastAffected` (inclusive), or without an end.
 * If a record gives both ends, `lastAffected` is the lower one and `fixed` is the version to upgrade to.
 */
export interface VersionWindow {
  readonly introduced: string | undefined;
  readonly fixed: string | undefined;
  readonly lastAffected: string | undefined;
}

/** Whether the window has no end. */
export function isOpen({ fixed, lastAffected }: VersionWindow): boolean {
  return fixed === undefined && lastAffected === undefined;
}

/** Returns a description for users: `>= 1.2.0, < 1.2.6`, `<= 3.1`, `all versions`. */
export function describeWindow({ introduced, fixed, lastAffected }: VersionWindow): string {
  const bounds: string[] = [];
  if (introduced !== undefined) bounds.push(`>= ${introduced}`);
  if (lastAffected !== undefined) bounds.push(`<= ${lastAffected}`);
  else if (fixed !== undefined) bounds.push(`< ${fixed}`);
  return bounds.length === 0 ? 'all versions' : bounds.join(', ');
}

/** Sorts by lower bound. */
export function sortWindows(scheme: VersionScheme, windows: readonly VersionWindow[]): readonly VersionWindow[] {
  if (windows.length < 2) return windows;
  return windows
    .map((window) => ({ window, begin: window.introduced === undefined ? undefined : scheme.parse(window.introduced) }))
    .toSorted((a, b) => {
      if (a.begin === undefined || b.begin === undefined)
        return Number(a.begin !== undefined) - Number(b.begin !== undefined);
      return scheme.compare(a.begin, b.begin);
    })
    .map(({ window }) => window);
}

export function contains(scheme: VersionScheme, window: VersionWindow, version: object): boolean {
  const bounds = parseBounds(scheme, window);
  return bounds !== undefined && isWithin(scheme, bounds, version);
}

/**
 * Returns a window of the list that contains the version. A package such as the Linux kernel has thousands of windows and is looked
 * up often, so the bounds of a list are parsed once and searched by bisection.
 */
export function findWindow(
  scheme: VersionScheme,
  windows: readonly VersionWindow[],
  version: object,
): VersionWindow | undefined {
  return findBounds(scheme, windows, version)?.window;
}

/** Same as `findWindow`, but returns the parsed bounds. */
export function findBounds(
  scheme: VersionScheme,
  windows: readonly VersionWindow[],
  version: object,
): ParsedBounds | undefined {
  if (windows.length === 0) return undefined;
  const { bounds, sorted } = prepare(scheme, windows);
  if (!sorted) return bounds.find((candidate) => isWithin(scheme, candidate, version));

  const candidate = findLastBegun(scheme, bounds, version);
  if (candidate !== undefined && isWithin(scheme, candidate, version)) return candidate;

  // 1.0+cpu is also inside a window that ends with 1.0, even if another window starts between the two.
  const bare = scheme.withoutLocalPart?.(version);
  const other = bare && findLastBegun(scheme, bounds, bare);
  return other !== undefined && isWithin(scheme, other, version) ? other : undefined;
}

export interface ParsedBounds extends Readonly<Record<keyof VersionWindow, object | undefined>> {
  readonly window: VersionWindow;
}

interface PreparedWindows {
  readonly bounds: readonly ParsedBounds[];
  readonly sorted: boolean;
}

// Cached per scheme, as long as the list of windows exists: the same list is used with and without epochs.
const prepared = new Map<VersionScheme, WeakMap<readonly VersionWindow[], PreparedWindows>>();

function prepare(scheme: VersionScheme, windows: readonly VersionWindow[]): PreparedWindows {
  const ofScheme = prepared.get(scheme) ?? new WeakMap<readonly VersionWindow[], PreparedWindows>();
  const known = ofScheme.get(windows);
  if (known !== undefined) return known;
  const bounds = windows.map((window) => parseBounds(scheme, window)).filter((candidate) => candidate !== undefined);
  const fresh = { bounds, sorted: areSorted(scheme, bounds) };
  ofScheme.set(windows, fresh);
  prepared.set(scheme, ofScheme);
  return fresh;
}

/** Parses the bounds once per list and scheme. */
export function boundsOf(scheme: VersionScheme, windows: readonly VersionWindow[]): readonly ParsedBounds[] {
  return windows.length === 0 ? [] : prepare(scheme, windows).bounds;
}

const BOUND_NAMES = ['introduced', 'fixed', 'lastAffected'] as const;

/** Returns undefined if a bound cannot be parsed, so nothing is inside. `toWindows` never creates such a window. */
function parseBounds(scheme: VersionScheme, window: VersionWindow): ParsedBounds | undefined {
  const parse = (text: string | undefined): object | undefined => (text === undefined ? undefined : scheme.parse(text));
  const bounds = {
    window,
    introduced: parse(window.introduced),
    fixed: parse(window.fixed),
    lastAffected: parse(window.lastAffected),
  };
  return BOUND_NAMES.every((name) => window[name] === undefined || bounds[name] !== undefined) ? bounds : undefined;
}

function isWithin(scheme: VersionScheme, bounds: ParsedBounds, version: object): boolean {
  const { introduced, fixed, lastAffected } = bounds;
  return (
    (introduced === undefined || scheme.compare(introduced, version) <= 0) &&
    (fixed === undefined || scheme.compare(version, fixed) < 0) &&
    (lastAffected === undefined || compareWithListed(scheme, version, lastAffected) <= 0)
  );
}

/** Bisection requires each window to end before the next one starts. */
function areSorted(scheme: VersionScheme, bounds: readonly ParsedBounds[]): boolean {
  return bounds.every((current, at) => at === 0 || isBefore(scheme, bounds[at - 1], current.introduced));
}

function isBefore(scheme: VersionScheme, earlier: ParsedBounds | undefined, begin: object | undefined): boolean {
  if (earlier === undefined || begin === undefined) return false;
  const { introduced, fixed, lastAffected } = earlier;
  if (introduced !== undefined && scheme.compare(introduced, begin) > 0) return false;
  if (fixed !== undefined && scheme.compare(fixed, begin) <= 0) return true;
  return lastAffected !== undefined && scheme.compare(lastAffected, begin) < 0;
}

function findLastBegun(
  scheme: VersionScheme,
  bounds: readonly ParsedBounds[],
  version: object,
): ParsedBounds | undefined {
  let begun = 0;
  let notBegun = bounds.length;
  while (begun < notBegun) {
    const middle = (begun + notBegun) >>> 1;
    const introduced = bounds[middle]?.introduced;
    if (introduced === undefined || scheme.compare(introduced, version) <= 0) begun = middle + 1;
    else notBegun = middle;
  }
  return bounds[begun - 1];
}
