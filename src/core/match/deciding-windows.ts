/**
 * The windows that say where an entry begins and ends. For most entries these are its windows. The database of Go says "all
 * versions" where the releases of a project are no tags of its module, and puts their bounds beside it: those say more.
 */
import type { AffectedEntry } from '../advisory/advisory.ts';
import { isOpen, type VersionWindow } from '../versions/version-window.ts';

type Windows = Pick<AffectedEntry, 'windows' | 'customWindows'>;

// Forgotten together with the windows. One list per entry, because parsed bounds are remembered by their list.
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
