/**
 * Turns the events of one OSV range into windows when a record is parsed. Events in records can be unsorted, repeated or without
 * their counterpart; a range that cannot be understood is a problem, never a guess.
 * https://ossf.github.io/osv-schema/#affectedrangesevents-fields
 */
import type { VersionScheme } from './version-scheme.ts';
import type { VersionWindow } from './version-window.ts';

// One event of an OSV range with its parsed version, and the order of such events.
interface Bound {
  readonly kind: 'introduced' | 'fixed' | 'lastAffected' | 'limit';
  readonly text: string;
  readonly version: object | typeof BEFORE_ALL | typeof AFTER_ALL;
}

/** Older than every version, including `0~` and `0.0.0-alpha`. */
const BEFORE_ALL = 'before-all';
const AFTER_ALL = 'after-all';

/** Returns undefined if the version cannot be parsed. */
function toBound(scheme: VersionScheme, kind: Bound['kind'], text: string): Bound | undefined {
  const version = versionOf(scheme, kind, text);
  return version === undefined ? undefined : { kind, text, version };
}

function compareBounds(scheme: VersionScheme, { version: a }: Bound, { version: b }: Bound): number {
  if (typeof a === 'object' && typeof b === 'object') return scheme.compare(a, b);
  return sideOf(a) - sideOf(b);
}

function isLegacy(scheme: VersionScheme, { version }: Bound): boolean {
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

export type RangeEvent =
  | { readonly introduced: string }
  | { readonly fixed: string }
  | { readonly last_affected: string }
  | { readonly limit: string };

interface RangeWindows {
  /** Sorted and disjoint. */
  readonly windows: readonly VersionWindow[];
  /** Why a version outside of the windows may still be affected. */
  readonly problem?: 'unparsable-bound' | 'contradictory-range';
}

export function toWindows(scheme: VersionScheme, events: readonly RangeEvent[]): RangeWindows {
  const bounds = events.map((event) => parseEvent(scheme, event));
  if (!bounds.every((bound) => bound !== undefined)) return { windows: [], problem: 'unparsable-bound' };

  const compare = (a: Bound, b: Bound): number => compareBounds(scheme, a, b);
  const stretches = toIntervals(groupByVersion(bounds, compare));
  const limit = findLimit(bounds, compare);
  const limited = limit === undefined ? stretches : stretches?.flatMap((stretch) => cutAt(limit, stretch, compare));
  const windows = limited?.map(toWindow) ?? [];
  // Such a bound is below every valid version, so `introduced: 0, fixed: 0.9-stable` would silently exclude version 0.8.
  if (bounds.some((bound) => isLegacy(scheme, bound))) return { windows, problem: 'unparsable-bound' };
  return stretches === undefined ? { windows, problem: 'contradictory-range' } : { windows };
}

function parseEvent(scheme: VersionScheme, event: RangeEvent): Bound | undefined {
  if ('introduced' in event) return toBound(scheme, 'introduced', event.introduced);
  if ('fixed' in event) return toBound(scheme, 'fixed', event.fixed);
  if ('last_affected' in event) return toBound(scheme, 'lastAffected', event.last_affected);
  return toBound(scheme, 'limit', event.limit);
}

type Compare = (a: Bound, b: Bound) => number;

/** All events at one version, without duplicates. */
interface EventsAtVersion {
  introduced?: Bound;
  fixed?: Bound;
  lastAffected?: Bound;
}

interface VersionInterval {
  readonly from: Bound;
  /** Undefined if it has no end. */
  readonly to: Bound | undefined;
  /** A fixed version that a record gives in addition to the last affected version. */
  readonly fixedLater?: Bound;
}

function groupByVersion(bounds: readonly Bound[], compare: Compare): EventsAtVersion[] {
  const moments: EventsAtVersion[] = [];
  let previous: Bound | undefined;
  for (const bound of bounds.toSorted(compare)) {
    if (bound.kind === 'limit') continue;
    const moment = previous !== undefined && compare(previous, bound) === 0 ? moments.at(-1) : undefined;
    if (moment === undefined) moments.push({ [bound.kind]: bound });
    else moment[bound.kind] ??= bound;
    previous = bound;
  }
  return moments;
}

/** Returns undefined if the events contradict each other. */
function toIntervals(moments: readonly EventsAtVersion[]): VersionInterval[] | undefined {
  const stretches: VersionInterval[] = [];
  let open: Bound | undefined;
  for (const { introduced, fixed, lastAffected } of moments) {
    if (open !== undefined) {
      // An open stretch is closed before the next one opens, so that adjacent stretches do not lose the version between them.
      const to = fixed ?? (introduced === undefined ? lastAffected : undefined);
      if (to === undefined) continue;
      stretches.push({ from: open, to });
      open = introduced;
    } else if (introduced === undefined) {
      if (fixed !== undefined) keepLaterFix(stretches, fixed);
    } else if (fixed === undefined) {
      // Otherwise it was introduced and fixed at the same version, so nothing is affected.
      if (lastAffected === undefined) open = introduced;
      else stretches.push({ from: introduced, to: lastAffected });
    }
  }
  if (isContradictory(moments, open !== undefined)) return undefined;
  return open === undefined ? stretches : [...stretches, { from: open, to: undefined }];
}

/** An end before the first start and a start without an end: most likely the two were swapped. */
function isContradictory([first, ...others]: readonly EventsAtVersion[], isOpenAtEnd: boolean): boolean {
  if (first === undefined || first.introduced !== undefined) return false;
  return isOpenAtEnd || others.every(({ introduced }) => introduced === undefined);
}

function keepLaterFix(stretches: VersionInterval[], fixed: Bound): void {
  const last = stretches.at(-1);
  if (last?.to?.kind === 'lastAffected' && last.fixedLater === undefined) {
    stretches[stretches.length - 1] = { ...last, fixedLater: fixed };
  }
}

/** A version must be below at least one limit, so the highest one counts. Returns undefined if there is none. */
function findLimit(bounds: readonly Bound[], compare: Compare): Bound | undefined {
  const highest = bounds
    .filter(({ kind }) => kind === 'limit')
    .toSorted(compare)
    .at(-1);
  return highest?.version === AFTER_ALL ? undefined : highest;
}

// The limit becomes the end of the window: from there on, this range affects nothing.
function cutAt(limit: Bound, stretch: VersionInterval, compare: Compare): VersionInterval[] {
  const { from, to } = stretch;
  if (compare(from, limit) >= 0) return [];
  const isBelow = to !== undefined && compare(to, limit) < 0;
  return [isBelow ? stretch : { from, to: { ...limit, kind: 'fixed' } }];
}

function toWindow({ from, to, fixedLater }: VersionInterval): VersionWindow {
  const fixed = to?.kind === 'fixed' ? to : fixedLater;
  return {
    introduced: from.version === BEFORE_ALL ? undefined : from.text,
    fixed: fixed?.text,
    lastAffected: to?.kind === 'lastAffected' ? to.text : undefined,
  };
}
