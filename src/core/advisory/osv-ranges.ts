/**
 * Turns the ranges of one affected package into windows. All ranges are combined; GIT ranges are skipped, because commits say
 * nothing about released versions.
 */
import type { CannotAssessReason } from '../identity/package-identity.ts';
import { toWindows, type RangeEvent } from '../versions/version-range.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';
import type { VersionWindow } from '../versions/version-window.ts';
import { isStorable, listIn, textIn } from './record-fields.ts';

interface Ranges {
  /** Sorted by lower bound. */
  readonly windows: readonly VersionWindow[];
  readonly problems: readonly CannotAssessReason[];
}

export function parseRanges(scheme: VersionScheme, ranges: readonly unknown[]): Ranges {
  const readable = ranges.filter((range) => textIn(range, 'type') !== 'GIT');
  if (ranges.length > 0 && readable.length === 0) return { windows: [], problems: ['git-only'] };

  const windows: VersionWindow[] = [];
  const problems = new Set<CannotAssessReason>();
  for (const range of readable) {
    const events = eventsOf(range);
    if (events.length === 0) problems.add('record-without-versions');
    const found = toWindows(scheme, events);
    windows.push(...found.windows);
    if (found.problem !== undefined) problems.add(found.problem);
  }
  return { windows: sortWindows(scheme, windows), problems: [...problems].toSorted() };
}

const EVENTS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;

// An object should contain one event; if it contains several, each one counts.
function eventsOf(range: unknown): RangeEvent[] {
  const events: RangeEvent[] = [];
  for (const value of listIn(range, 'events')) {
    for (const kind of EVENTS) {
      const text = textIn(value, kind);
      // A bound that the database cannot store is replaced by an unparseable one, so that it is still reported as a problem.
      if (text !== undefined) events.push({ [kind]: isStorable(text) ? text : '' } as RangeEvent);
    }
  }
  return events;
}

function sortWindows(scheme: VersionScheme, windows: readonly VersionWindow[]): readonly VersionWindow[] {
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
