/**
 * Which epochs of rpm packages count. Source files drop them from their names (perl 4:5.26, perl-Errno 0:1.28, both from
 * perl-5.26.src.rpm), SUSE and openEuler write none, and some documents lose them all: then the epoch of the bound is taken.
 */
import type { Family } from '../../identity/package-identity.ts';
import { rpmWithoutEpochs } from '../../versions/rpm.ts';
import { schemeFor } from '../../versions/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import type { NamedEntry, Subject } from './names.ts';

const WITHOUT_EPOCHS: ReadonlySet<Family> = new Set(['SUSE', 'openSUSE', 'openEuler']);

export function orderFor(subject: Subject, named: NamedEntry): VersionScheme {
  const { scheme } = named.candidate.entry;
  if (scheme !== 'rpm') return schemeFor(scheme);
  const counts = !hasNoEpochs(subject, named) && subject.identity.epochUnknown !== true;
  return counts ? schemeFor(scheme) : rpmWithoutEpochs;
}

/** Whether the epoch would count, but nobody knows it. */
export function isOutOfOrder(subject: Subject, named: NamedEntry): boolean {
  return subject.identity.epochUnknown === true && !hasNoEpochs(subject, named);
}

function hasNoEpochs({ identity, source }: Subject, { via, testedVersion, candidate }: NamedEntry): boolean {
  if (WITHOUT_EPOCHS.has(candidate.entry.family)) return true;
  return via === 'source' && testedVersion === source.version && source.name !== identity.name;
}
