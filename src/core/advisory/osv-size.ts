/** Size limits of one record, checked before any of it is parsed, so that a single record cannot stall the server. */
import { LIMITS } from '../limits.ts';
import { listIn, objectIn } from './record-fields.ts';

/** Returns a message if the record exceeds a limit, otherwise undefined. */
export function findExceededLimit(record: unknown): string | undefined {
  const affected = listIn(record, 'affected');
  const counts: readonly (readonly [string, number, number])[] = [
    ['aliases', listIn(record, 'aliases').length, LIMITS.advisoryAliasesMax],
    ['upstream ids', listIn(record, 'upstream').length, LIMITS.advisoryLinksMax],
    ['related ids', listIn(record, 'related').length, LIMITS.advisoryLinksMax],
    ['references', listIn(record, 'references').length, LIMITS.advisoryReferencesMax],
    ['packages', affected.length, LIMITS.advisoryEntriesMax],
    ['versions', sum(affected, (entry) => listIn(entry, 'versions').length), LIMITS.advisoryVersionsMax],
    ['ranges', sum(affected, (entry) => rangesOf(entry).length), LIMITS.advisoryRangesMax],
    ['events', sum(affected.flatMap(rangesOf), (range) => listIn(range, 'events').length), LIMITS.advisoryEventsMax],
    ['binary packages', sum(affected, countBinaries), LIMITS.advisoryBinariesMax],
  ];
  const excess = counts.find(([, count, limit]) => count > limit);
  return excess === undefined ? undefined : `The record has more than ${excess[2]} ${excess[0]}.`;
}

function rangesOf(entry: unknown): readonly unknown[] {
  return [...listIn(entry, 'ranges'), ...listIn(objectIn(entry, 'ecosystem_specific'), 'custom_ranges')];
}

// Ubuntu lists one object per binary package, SUSE one object with a member for each.
function countBinaries(entry: unknown): number {
  return sum(listIn(objectIn(entry, 'ecosystem_specific'), 'binaries'), (value) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length : 1,
  );
}

function sum(list: readonly unknown[], count: (value: unknown) => number): number {
  return list.reduce<number>((total, value) => total + count(value), 0);
}
