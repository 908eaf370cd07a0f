/**
 * Matches OS packages. The release is never guessed: entries of other releases are ignored, and so are entries for module builds
 * if the package is not a module build, and the reverse. The remaining entries are tested with the version that belongs to the
 * matched name, in an order that handles epochs; module streams and update channels then decide which results apply to the
 * package.
 */
import { ECOSYSTEMS } from '../../identity/ecosystems/ecosystem.ts';
import type { CandidateEntry, PackageVersion, Matcher, TestedEntry } from '../match.ts';
import { createEntryTest } from '../test-entry.ts';
import { channelRankOf, resolveChannels } from './channels.ts';
import { findRepositories } from './extras.ts';
import { assumeStream, combineAnswers, resolveStreams } from './module-streams.ts';
import { findNamedEntry, toSubject, type NamedEntry, type Subject } from './subject.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { rpmWithoutEpochs } from '../../versions/schemes/rpm.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import { boundsOf } from '../../versions/version-window.ts';
import type { Assumption } from '../../vocabulary/assumption.ts';
import type { Family } from '../../vocabulary/package.ts';

// One update may be built several times: a module for every minor release, and AlmaLinux packages with and without its own
// patches (`3.6.8-41.el8` and `3.6.8-41.el8.alma`). Records list all of these builds. A package that equals any of the fixes is
// fixed; otherwise the build for the same minor release decides.
function resolveBuilds(tested: readonly TestedEntry[]): readonly TestedEntry[] {
  if (tested.length < 2 || tested[0]?.candidate.entry.scheme !== 'rpm') return tested;
  const updates = Map.groupBy(
    tested,
    ({ candidate: { groupId, recordId, entry }, via }) => `${groupId} ${recordId} ${via} ${entry.channel ?? ''}`,
  );
  if (updates.size === tested.length) return tested;
  return [...updates.values()].flatMap((builds) => (builds.length === 1 ? builds : chooseBuilds(builds)));
}

function chooseBuilds(builds: readonly TestedEntry[]): readonly TestedEntry[] {
  if (!builds.some(({ outcome }) => outcome === 'affected')) return builds;
  const fixed = builds.filter(isFixedVersion);
  if (fixed.length > 0) return fixed;
  const sameRelease = builds.filter((build) => isOfSameRelease(build));
  return sameRelease.length > 0 ? sameRelease : builds;
}

/** The epoch may be present in only one of the two versions. */
function isFixedVersion({ candidate, testedVersion, order }: TestedEntry): boolean {
  const installed = order?.parse(testedVersion);
  if (order === undefined || installed === undefined) return false;
  return boundsOf(order, candidate.entry.windows).some(
    ({ fixed }) => fixed !== undefined && order.compare(installed, fixed) === 0,
  );
}

const BUILT_FOR = /\.module[+_](el[0-9]{1,2}(?:\.[0-9]{1,3}){0,2})/;

function isOfSameRelease({ candidate, testedVersion }: TestedEntry): boolean {
  const own = BUILT_FOR.exec(testedVersion)?.[1];
  return own !== undefined && candidate.entry.windows.some(({ fixed }) => BUILT_FOR.exec(fixed ?? '')?.[1] === own);
}

// Decides whether rpm epochs are compared. Source file names omit them (perl 4:5.26, perl-Errno 0:1.28, both from
// perl-5.26.src.rpm), SUSE and openEuler write none, and some documents lose all of them. In these cases the epoch of the bound
// is assumed.
const WITHOUT_EPOCHS: ReadonlySet<Family> = new Set(['SUSE', 'openSUSE', 'openEuler']);

function orderFor(subject: Subject, named: NamedEntry): VersionScheme {
  const { scheme } = named.candidate.entry;
  if (scheme !== 'rpm') return schemeFor(scheme);
  const counts = !hasNoEpochs(subject, named) && subject.identity.epochUnknown !== true;
  return counts ? schemeFor(scheme) : rpmWithoutEpochs;
}

/** Whether the epoch matters but is unknown. */
function isEpochMissing(subject: Subject, named: NamedEntry): boolean {
  if (subject.identity.epochUnknown !== true || hasNoEpochs(subject, named)) return false;
  const { windows, versions } = named.candidate.entry;
  return versions.length > 0 || windows.some((window) => Object.values(window).some((bound) => bound !== undefined));
}

function hasNoEpochs({ identity, source }: Subject, { via, testedVersion, candidate }: NamedEntry): boolean {
  if (WITHOUT_EPOCHS.has(candidate.entry.family)) return true;
  return via === 'source' && testedVersion === source.version && source.name !== identity.name;
}

// Kernel headers are built from the kernel source, but contain almost none of its code.
const HEADERS = /^(?:linux-(?:libc-dev|(?:[a-z0-9.-]+-)?headers)|kernel(?:-[a-z]+)*-(?:headers|devel))(?=$|-)/;
const KERNEL_SOURCE = /^(?:linux|kernel)(?=$|[-.])/;

function isKernelHeaders({ name, source }: PackageIdentity): boolean {
  return HEADERS.test(name) && KERNEL_SOURCE.test(source?.name ?? name);
}

const FAMILIES = ECOSYSTEMS.filter(({ distribution }) => distribution !== undefined).map(({ family }) => family);

export const distroMatcher: Matcher = { id: 'distro', families: FAMILIES, match };

function match(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const possible = findRepositories(packageVersion, candidates);
  if (possible === undefined) return matchOne(packageVersion, candidates);
  const answers = possible.map((repository) => {
    const identity = { ...packageVersion.identity, ...(repository !== undefined && { channel: repository }) };
    return matchOne({ ...packageVersion, identity }, candidates).map(assumeStream);
  });
  return [...combineAnswers(answers)];
}

function matchOne(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const subject = toSubject(packageVersion);
  const test = createEntryTest();
  const tested: TestedEntry[] = [];
  for (const named of findNamed(subject, candidates)) {
    const order = orderFor(subject, named);
    const result = test(named.candidate, named.testedVersion, order);
    const further = assumptionsOf(subject, named);
    const assumptions = further.length === 0 ? result.assumptions : [...result.assumptions, ...further];
    tested.push({ ...result, ...named, order, assumptions });
  }
  return [...resolveStreams(subject, tested, (ofStream) => resolveChannels(subject.identity, resolveBuilds(ofStream)))];
}

/** If a record lists the package itself, its entry for the source package is ignored. */
function findNamed(subject: Subject, candidates: readonly CandidateEntry[]): NamedEntry[] {
  const { identity, source } = subject;
  const found: NamedEntry[] = [];
  for (const candidate of candidates) {
    const { family, release, modules } = candidate.entry;
    if (family !== identity.family || release !== identity.release) continue;
    if ((modules === undefined) !== (identity.module === undefined)) continue;
    if (channelRankOf(identity, candidate.entry) === undefined) continue;
    // The end of a release is a fact about the package that identifies it, and not about users of a paid channel.
    if (candidate.class === 'end_of_life' && (candidate.entry.name !== identity.name || identity.channel !== undefined))
      continue;
    const named = findNamedEntry(subject, candidate);
    if (named !== undefined) found.push(named);
  }
  if (source.name === identity.name) return found;
  const direct = new Set(found.filter(({ via }) => via === 'direct').map(({ candidate }) => candidate.recordId));
  return direct.size === 0
    ? found
    : found.filter((each) => each.via === 'direct' || !direct.has(each.candidate.recordId));
}

/** Urgency of a package for which the distribution has not decided yet whether it is affected. */
export const UNDER_INVESTIGATION = 'under-investigation';

function assumptionsOf(subject: Subject, named: NamedEntry): readonly Assumption[] {
  const assumptions: Assumption[] = [];
  if (isKernelHeaders(subject.identity)) assumptions.push('kernel-headers');
  if (isEpochMissing(subject, named)) assumptions.push('epoch-unknown');
  if (named.candidate.entry.urgency === UNDER_INVESTIGATION) assumptions.push('under-investigation');
  return assumptions;
}
