/**
 * Whether a statement that limits itself to some versions speaks of this one. Documents use `status` in two ways: to tell apart the
 * versions that the statement is true of, and to repeat which versions the vulnerability affects, beside an analysis of a component
 * that is named with its version. Where neither reading is certain, nothing is dismissed.
 */
import type { VexTarget } from '../vex-statement.ts';
import { holdsVersion } from './vers-range.ts';

type Versions = VexTarget['versions'];
type Status = Versions[number]['status'];

export interface VersionQuestion {
  /** Names of the version in question: one of the component, or those of the service and its images. */
  readonly own: readonly string[];
  readonly isDismissal: boolean;
  /** The statement names exactly this version anyway. */
  readonly isPinned: boolean;
}

export function matchVersions(versions: Versions, { own, isDismissal, isPinned }: VersionQuestion): boolean {
  if (versions.length === 0) return true;
  const statuses = new Set<Status>();
  for (const { version, range, status } of versions) {
    const isMeant = version === undefined ? holdsAny(range ?? '', own) : own.includes(version);
    if (isMeant) statuses.add(status);
  }
  if (statuses.size === 0) return false;
  if (!isDismissal) return statuses.has('affected') || statuses.has('unknown');
  if (statuses.has('unknown')) return false;
  if (!statuses.has('affected')) return true;
  if (isPinned) return true;
  // Unless it says of other versions that they are not affected, the limit is only a limit.
  return !versions.some(({ status }) => status === 'unaffected');
}

function holdsAny(range: string, own: readonly string[]): boolean {
  return own.some((version) => holdsVersion(range, version));
}
