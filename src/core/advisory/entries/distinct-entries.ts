/**
 * Removes duplicate packages from a record. Red Hat records list a package once per repository of a release (baseos, appstream,
 * crb), which are one release here; almost half of the entries are duplicates.
 */
import type { AffectedEntry } from '../advisory.ts';
import { entryProjection } from './projection.ts';

/** Keeps the first of the entries that matching cannot tell apart, in the given order. */
export function distinctEntries(entries: readonly AffectedEntry[]): readonly AffectedEntry[] {
  const byPackage = Map.groupBy(entries, ({ family, release, name }) => `${family}\u001F${release}\u001F${name}`);
  if (byPackage.size === entries.length) return entries;
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const projection = entryProjection(entry);
    if (seen.has(projection)) return false;
    seen.add(projection);
    return true;
  });
}
