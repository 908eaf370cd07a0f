/**
 * Matches OS packages. The release is never guessed: entries of other releases are ignored, and so are entries for module builds
 * if the package is not a module build, and the reverse. The remaining entries are tested with the version that belongs to the
 * matched name, in an order that handles epochs; module streams and update channels then decide which results apply to the
 * package.
 */
import { ECOSYSTEMS_WITH_FEED } from '../../identity/ecosystem.ts';
import type { Assumption } from '../confidence.ts';
import type { CandidateEntry, PackageVersion } from '../match.ts';
import type { Matcher, TestedEntry } from '../matcher.ts';
import { createEntryTest } from '../test-entry.ts';
import { channelRankOf, resolveChannels } from './channels.ts';
import { isEpochMissing, orderFor } from './epochs.ts';
import { isKernelHeaders } from './headers.ts';
import { resolveStreams } from './module-streams.ts';
import { findNamedEntry, toSubject, type NamedEntry, type Subject } from './names.ts';
import { resolveBuilds } from './update-builds.ts';

const FAMILIES = ECOSYSTEMS_WITH_FEED.filter(({ distribution }) => distribution !== undefined).map(({ family }) => family);

export const distroMatcher: Matcher = { id: 'distro', families: FAMILIES, match };

function match(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
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
    const named = findNamedEntry(subject, candidate);
    if (named !== undefined) found.push(named);
  }
  if (source.name === identity.name) return found;
  const direct = new Set(found.filter(({ via }) => via === 'direct').map(({ candidate }) => candidate.recordId));
  return direct.size === 0
    ? found
    : found.filter((each) => each.via === 'direct' || !direct.has(each.candidate.recordId));
}

function assumptionsOf(subject: Subject, named: NamedEntry): readonly Assumption[] {
  const assumptions: Assumption[] = [];
  if (isKernelHeaders(subject.identity)) assumptions.push('kernel-headers');
  if (isEpochMissing(subject, named)) assumptions.push('epoch-unknown');
  return assumptions;
}
