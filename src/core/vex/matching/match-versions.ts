/**
 * Decides whether a statement with version limits applies to a version. Documents use `status` in two ways: to list the versions
 * that the statement is valid for, and to repeat which versions the vulnerability affects, beside an analysis of a component that
 * is named with its version. If neither interpretation is certain, nothing is dismissed.
 */
import type { VexTarget } from '../vex-statement.ts';
import { rangeContains } from './vers-range.ts';

type Versions = VexTarget['versions'];
type Status = Versions[number]['status'];

export interface VersionCheck {
  /** Names of the version: the one of the component, or those of the service and its images. */
  readonly own: readonly string[];
  readonly isDismissal: boolean;
  /** The target of the statement already includes this version. */
  readonly isPinned: boolean;
}

export function matchVersions(versions: Versions, { own, isDismissal, isPinned }: VersionCheck): boolean {
  if (versions.length === 0) return true;
  const statuses = new Set<Status>();
  for (const { version, range, status } of versions) {
    const isMeant = version === undefined ? containsAny(range ?? '', own) : own.includes(version);
    if (isMeant) statuses.add(status);
  }
  if (statuses.size === 0) return false;
  if (!isDismissal) return statuses.has('affected') || statuses.has('unknown');
  if (statuses.has('unknown')) return false;
  if (!statuses.has('affected')) return true;
  if (isPinned) return true;
  // Without a version that is marked as unaffected, the list only limits the scope of the statement.
  return !versions.some(({ status }) => status === 'unaffected');
}

function containsAny(range: string, own: readonly string[]): boolean {
  return own.some((version) => rangeContains(range, version));
}
