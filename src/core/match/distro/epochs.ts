/**
 * Decides whether rpm epochs are compared. Source file names omit them (perl 4:5.26, perl-Errno 0:1.28, both from
 * perl-5.26.src.rpm), SUSE and openEuler write none, and some documents lose all of them. In these cases the epoch of the bound
 * is assumed.
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

/** Whether the epoch matters but is unknown. */
export function isEpochMissing(subject: Subject, named: NamedEntry): boolean {
  return subject.identity.epochUnknown === true && !hasNoEpochs(subject, named);
}

function hasNoEpochs({ identity, source }: Subject, { via, testedVersion, candidate }: NamedEntry): boolean {
  if (WITHOUT_EPOCHS.has(candidate.entry.family)) return true;
  return via === 'source' && testedVersion === source.version && source.name !== identity.name;
}
