/**
 * The windows that determine where an entry starts and ends. For most entries these are its windows. The Go database writes "all
 * versions" if the releases of a project are not tags of its module, and gives their bounds separately; those are more precise.
 */
import type { AffectedEntry } from '../advisory/advisory.ts';
import { isOpen, type VersionWindow } from '../versions/version-window.ts';

type Windows = Pick<AffectedEntry, 'windows' | 'customWindows'>;

// Cached as long as the windows exist. The same list must be returned per entry, because parsed bounds are cached by list.
const joined = new WeakMap<readonly VersionWindow[], readonly VersionWindow[]>();

export function decidingWindows({ windows, customWindows }: Windows): readonly VersionWindow[] {
  if (customWindows === undefined || !windows.some(isOpen)) return windows;
  let deciding = joined.get(customWindows);
  if (deciding === undefined) {
    deciding = [...windows.filter((window) => !isOpen(window)), ...customWindows];
    joined.set(customWindows, deciding);
  }
  return deciding;
}
