/**
 * The packages of a record without repetitions. Records of Red Hat name a package once for each part of a release (baseos,
 * appstream, crb); the parts are one release to us, and almost half of what is said is said again.
 */
import type { AffectedEntry } from './advisory.ts';
import { entryProjection } from './projection.ts';

/** The first of those that matching cannot tell apart, in their order. */
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
