/** The events of an OSV range and the listed versions of a package, without text that cannot be stored. */
import { LIMITS } from '../../limits.ts';
import type { RangeEvent } from '../../versions/version-range.ts';
import { isStorable, listIn, textIn, textsIn } from '../record-fields.ts';

const EVENTS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;

/** An object should contain one event; if it contains several, each one counts. */
export function eventsIn(list: readonly unknown[]): RangeEvent[] {
  const events: RangeEvent[] = [];
  for (const value of list) {
    for (const kind of EVENTS) {
      const text = textIn(value, kind);
      // A bound that the database cannot store is replaced by an unparseable one, so that it is still reported as a problem.
      if (text !== undefined) events.push({ [kind]: isStorable(text) ? text : '' } as RangeEvent);
    }
  }
  return events;
}

export function eventsOf(range: unknown): RangeEvent[] {
  return eventsIn(listIn(range, 'events'));
}

/** Longer texts are not versions, and no component has one. */
export function versionsOf(value: unknown): readonly string[] {
  const versions = new Set<string>();
  for (const version of textsIn(value, 'versions')) {
    if (version.length <= LIMITS.componentVersionCharactersMax && isStorable(version)) versions.add(version);
  }
  return [...versions];
}
