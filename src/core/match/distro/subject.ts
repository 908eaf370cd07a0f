/**
 * Advisories name source packages, binary packages, or both. A binary package may have a different name and even a different
 * version than its source (`bsdutils 1:2.36.1-8` is built from `util-linux 2.36.1-8`), so each name is tested with the version
 * that belongs to it.
 */
import type { AffectedEntry } from '../../advisory/advisory.ts';
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import type { CandidateEntry, PackageVersion, TestedEntry } from '../match.ts';

export interface Subject {
  readonly identity: PackageIdentity;
  readonly version: string;
  /** A package without a stated source is built from a source of its own name. */
  readonly source: { readonly name: string; readonly version: string };
}

/** An entry about the package. */
export type NamedEntry = Pick<TestedEntry, 'candidate' | 'via' | 'testedVersion'>;

// A rebuild of the same source for one architecture: 1.0-1+b1 has the source version 1.0-1. Only for deb.
const REBUILD = /\+b[0-9]+$/;

const EPOCH = /^[0-9]+:/;

export function toSubject({ identity, version }: PackageVersion): Subject {
  const { name, version: stated } = identity.source ?? { name: identity.name, version: undefined };
  const isRpm = rulesOf(identity.family)?.scheme === 'rpm';
  if (stated === undefined) {
    return { identity, version, source: { name, version: isRpm ? version : version.replace(REBUILD, '') } };
  }
  // The file name of an rpm source lacks the epoch, which is that of the package with the same name.
  const lacksEpoch = isRpm && name === identity.name && !EPOCH.test(stated);
  const epoch = lacksEpoch ? (EPOCH.exec(version)?.[0] ?? '') : '';
  return { identity, version, source: { name, version: `${epoch}${stated}` } };
}

/** Returns undefined if the entry is about another package. */
export function findNamedEntry(
  { identity, version, source }: Subject,
  candidate: CandidateEntry,
): NamedEntry | undefined {
  const { entry } = candidate;
  if (entry.name === source.name) {
    const via = source.name === identity.name ? 'direct' : 'source';
    const ownFix = entry.binaries?.find(({ name }) => name === identity.name)?.fixed;
    if (ownFix === undefined) return { candidate, via, testedVersion: source.version };
    return { candidate: { ...candidate, entry: fixedIn(entry, ownFix) }, via, testedVersion: version };
  }
  return entry.name === identity.name ? { candidate, via: 'direct', testedVersion: version } : undefined;
}

/** The binary package has its own versions, so bounds and listed versions of the source are dropped. */
function fixedIn(entry: AffectedEntry, fixed: string): AffectedEntry {
  return { ...entry, windows: [{ introduced: undefined, fixed, lastAffected: undefined }], versions: [] };
}
