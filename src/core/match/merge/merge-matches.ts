/**
 * Merges tested entries into one match per alias group. A distribution's own record decides about its package; among other
 * records, one that lists the package as affected is enough. Every record is kept as evidence, and records that disagree make the
 * match disputed. The result depends only on the entries, never on their order.
 */
import { type Platform, distinctPlatforms } from '../../advisory/platform.ts';
import { canonicalIdOf, compareIds } from '../../identity/vulnerability-id.ts';
import { authorityOf, compareAuthority, type Authority } from './authority.ts';
import { compareConfidence, confidenceOf } from '../confidence.ts';
import { decidingWindows, describeEntry } from '../test-entry.ts';
import { findPaidChannel } from '../distro/channels.ts';
import { UNDER_INVESTIGATION } from '../distro/distro-matcher.ts';
import { findFixedVersions } from './fixed-versions.ts';
import type { CandidateEntry, MatchEvidence, PackageMatch, PackageVersion, TestedEntry } from '../match.ts';
import { compareText } from '../../text/compare-text.ts';
import { isOpen } from '../../versions/version-window.ts';

/** All entries must belong to one package and one alias group. */
export function mergeMatches(packageVersion: PackageVersion, entries: readonly TestedEntry[]): PackageMatch {
  const [only] = entries;
  // A single record about a package is by far the most frequent case.
  if (entries.length === 1 && only !== undefined) {
    const fixedVersions = only.outcome === 'affected' ? findFixedVersions(only, entries) : NONE;
    return toMatch(packageVersion, only, {
      state: only.outcome,
      canonicalId: only.candidate.canonicalId,
      class: only.candidate.class,
      isDisputed: false,
      evidence: [toEvidence(only)],
      fixedVersions,
      platforms: only.outcome === 'affected' ? only.candidate.entry.platforms : undefined,
    });
  }
  const ranked = sortByAuthority(entries.map(toRankedEntry));
  const state = decide(ranked);
  const agreeing = ranked.filter(({ outcome }) => outcome === state);
  // All entries are about the same package, so the match uses the most certain of those that agree.
  return toMatch(packageVersion, mostCertain(agreeing) ?? only, {
    state,
    canonicalId: canonicalIdOf(ranked.map(({ candidate }) => candidate.canonicalId)),
    class: CLASSES.find((each) => agreeing.some(({ candidate }) => candidate.class === each)) ?? 'vulnerability',
    isDisputed: isDisputed(ranked),
    evidence: evidenceOf(ranked),
    fixedVersions: state === 'affected' ? listFixes(ranked) : NONE,
    platforms: state === 'affected' ? decidingPlatforms(ranked) : undefined,
  });
}

const NONE: readonly string[] = [];

type Decision = Pick<PackageMatch, 'state' | 'canonicalId' | 'class' | 'evidence' | 'fixedVersions'> & {
  readonly isDisputed: boolean;
  readonly platforms: readonly Platform[] | undefined;
};

function toMatch(
  { identity, assumptions: ofPackage }: PackageVersion,
  leading: TestedEntry | undefined,
  decision: Decision,
): PackageMatch {
  const { state, fixedVersions, platforms } = decision;
  const assumptions = new Set(ofPackage);
  for (const each of leading?.assumptions ?? NONE) assumptions.add(each);
  if (decision.isDisputed) assumptions.add('disputed');
  const isFixed = leading !== undefined && fixedVersions.length > 0;
  const fixChannel = isFixed ? findPaidChannel(identity, leading.candidate.entry) : undefined;
  const all = [...assumptions];
  return {
    groupId: leading?.candidate.groupId ?? '',
    canonicalId: decision.canonicalId,
    class: decision.class,
    state,
    confidence: confidenceOf(all),
    assumptions: all,
    evidence: decision.evidence,
    fixedVersions,
    fixState: state === 'affected' ? fixStateOf(leading, fixedVersions) : 'unknown',
    ...(fixChannel !== undefined && { fixChannel }),
    urgency: leading?.candidate.entry.urgency,
    ...(platforms !== undefined && { platforms }),
  };
}

interface RankedEntry extends TestedEntry {
  readonly authority: Authority;
}

// One record that reports the version as malicious outweighs any others.
const CLASSES: readonly CandidateEntry['class'][] = [
  'malicious',
  'vulnerability',
  'end_of_life',
  'informational',
  'possible',
];

function toRankedEntry(tested: TestedEntry): RankedEntry {
  return { ...tested, authority: authorityOf(tested.candidate) };
}

/** Strongest first. Only entries that are equal in all fields compare as equal. */
function sortByAuthority(ranked: RankedEntry[]): readonly RankedEntry[] {
  return ranked.sort(
    (a, b) =>
      compareAuthority(a.authority, b.authority) ||
      (a.candidate.recordId === b.candidate.recordId ? 0 : compareIds(a.candidate.recordId, b.candidate.recordId)) ||
      compareTested(a, b) ||
      compareText(a.candidate.entry.channel ?? '', b.candidate.entry.channel ?? '') ||
      compareText(a.candidate.entry.urgency ?? '', b.candidate.entry.urgency ?? '') ||
      compareText(JSON.stringify(a.candidate.entry), JSON.stringify(b.candidate.entry)),
  );
}

/** Compares all fields that become evidence. */
function compareTested(a: TestedEntry, b: TestedEntry): number {
  return (
    compareText(a.candidate.source, b.candidate.source) ||
    compareText(a.via, b.via) ||
    compareText(a.candidate.entry.name, b.candidate.entry.name) ||
    compareText(a.candidate.entry.scheme, b.candidate.entry.scheme) ||
    compareText(a.testedVersion, b.testedVersion) ||
    compareText(rangeOf(a), rangeOf(b)) ||
    compareText(a.outcome, b.outcome) ||
    compareText(a.reason ?? '', b.reason ?? '')
  );
}

/**
 * Returns the evidence of each record once: copies of a record are merged, and if one of its entries contains the version,
 * entries for other branches are left out.
 */
function evidenceOf(ranked: readonly RankedEntry[]): MatchEvidence[] {
  const records = Map.groupBy(ranked, ({ candidate: { recordId, source } }) => `${source} ${recordId}`);
  if (records.size === ranked.length) return ranked.map(toEvidence);
  const evidence: MatchEvidence[] = [];
  for (const ofRecord of records.values()) {
    const outcome = outcomeOf(ofRecord);
    let last: RankedEntry | undefined;
    // Equal entries are adjacent.
    for (const each of ofRecord) {
      if (each.outcome !== outcome) continue;
      if (last === undefined || compareTested(last, each) !== 0) evidence.push(toEvidence(each));
      last = each;
    }
  }
  return evidence;
}

/**
 * Combines the entries of one record: one that contains the version is enough, and one that could not be tested leaves the result
 * open.
 */
function outcomeOf(ranked: readonly RankedEntry[]): TestedEntry['outcome'] {
  if (ranked.some(({ outcome }) => outcome === 'affected')) return 'affected';
  return ranked.some(({ outcome }) => outcome === 'cannot_assess') ? 'cannot_assess' : 'not_affected';
}

/**
 * A narrower record never hides a wider one: the package is affected if any record says so, and not affected only if every record
 * could be tested. Only a distribution overrides: its record about one vulnerability is newer and more precise than its notices.
 */
function decide(ranked: readonly RankedEntry[]): PackageMatch['state'] {
  let isOpen = false;
  for (const sameAuthority of Map.groupBy(ranked, ({ authority }) => authority).values()) {
    const outcome = outcomeOf(sameAuthority);
    if (outcome === 'affected') return 'affected';
    if (outcome === 'cannot_assess') isOpen = true;
    else if (sameAuthority[0]?.authority === 'distribution') return isOpen ? 'cannot_assess' : 'not_affected';
  }
  return isOpen ? 'cannot_assess' : 'not_affected';
}

/** Whether records contradict each other. A notice does not count if the distribution has its own record of the vulnerability. */
function isDisputed(ranked: readonly RankedEntry[]): boolean {
  if (ranked.every(({ outcome }) => outcome === ranked[0]?.outcome)) return false;
  const hasOwnRecord = ranked.some(({ authority }) => authority === 'distribution');
  const considered = ranked.filter(({ authority }) => !(hasOwnRecord && authority === 'distribution-bundle'));
  const outcomes = new Set<TestedEntry['outcome']>();
  for (const ofRecord of Map.groupBy(considered, ({ candidate }) => candidate.recordId).values()) {
    outcomes.add(outcomeOf(ofRecord));
  }
  return outcomes.has('affected') && outcomes.has('not_affected');
}

function mostCertain(ranked: readonly RankedEntry[]): RankedEntry | undefined {
  let best: RankedEntry | undefined;
  for (const each of ranked) {
    const isSurer = best && compareConfidence(confidenceOf(each.assumptions), confidenceOf(best.assumptions)) < 0;
    if (best === undefined || isSurer === true) best = each;
  }
  return best;
}

/**
 * Returns the versions outside of the ranges of all records. A record without a fix is ignored, because it would rule out the
 * fixes of the others. If no version satisfies all records, the fixes of the leading record are used.
 */
function listFixes(ranked: readonly RankedEntry[]): readonly string[] {
  const records = [...Map.groupBy(ranked, ({ candidate }) => candidate.recordId).values()];
  const leading = ranked.find(({ outcome }) => outcome === 'affected');
  if (leading === undefined) return NONE;
  // Notices of a distribution repeat its own record, and may have a fix that it lacks.
  const isOfDistribution = ranked.some(({ authority }) => authority === 'distribution');
  const fixes = isOfDistribution ? NONE : findFixedVersions(leading, records.filter(namesFix).flat());
  if (fixes.length > 0) return fixes;
  for (const sameAuthority of Map.groupBy(ranked, ({ authority }) => authority).values()) {
    const affecting = [...Map.groupBy(sameAuthority, ({ candidate }) => candidate.recordId).values()]
      .filter((ofRecord) => outcomeOf(ofRecord) === 'affected')
      .flat();
    const first = affecting.find(({ outcome }) => outcome === 'affected');
    const ofAuthority = first === undefined ? NONE : findFixedVersions(first, affecting);
    if (ofAuthority.length > 0) return ofAuthority;
  }
  return NONE;
}

function namesFix(ofRecord: readonly RankedEntry[]): boolean {
  return ofRecord.some(({ candidate }) => decidingWindows(candidate.entry).some(({ fixed }) => fixed !== undefined));
}

/** Urgency values of distributions that mean that there will be no fix. */
const WITHOUT_FIX: ReadonlySet<string> = new Set(['end-of-life', 'will-not-fix']);

function fixStateOf(leading: TestedEntry | undefined, fixedVersions: readonly string[]): PackageMatch['fixState'] {
  if (fixedVersions.length > 0) return 'fixed';
  if (WITHOUT_FIX.has(leading?.candidate.entry.urgency ?? '')) return 'wont_fix';
  if (leading?.candidate.entry.urgency === UNDER_INVESTIGATION) return 'unknown';
  // An end without a fix (`<= 1.2.3`) means that a fix exists, but not which version has it.
  return leading?.window !== undefined && isOpen(leading.window) ? 'not_fixed' : 'unknown';
}

/**
 * Determines the platforms on which a package is affected. Only some databases have a field for it, so only the deciding records
 * count: those of the strongest authority that reports the package as affected. `entries` are sorted by authority, strongest first. Returns undefined if the package is affected everywhere; one record without a
 * limit is enough for that.
 */
function decidingPlatforms(entries: readonly RankedEntry[]): readonly Platform[] | undefined {
  const affected = entries.filter(({ outcome }) => outcome === 'affected');
  const deciding = affected.filter(({ authority }) => authority === affected[0]?.authority);
  const limits = deciding.map(({ candidate }) => candidate.entry.platforms);
  if (limits.length === 0 || limits.includes(undefined)) return undefined;
  return distinctPlatforms(limits.flatMap((each) => each ?? []));
}

/** Returns evidence that is sufficient to repeat the test by hand. */
function toEvidence(tested: TestedEntry): MatchEvidence {
  const { candidate, via, testedVersion, outcome, reason } = tested;
  const { recordId, source, entry } = candidate;
  return {
    recordId,
    source,
    via,
    matchedName: entry.name,
    scheme: entry.scheme,
    testedVersion,
    range: rangeOf(tested),
    outcome,
    reason,
  };
}

// Cached, because the same entry is used for many packages.
const described = new WeakMap<object, string>();

function rangeOf({ range, candidate: { entry } }: TestedEntry): string {
  if (range !== undefined) return range;
  const known = described.get(entry);
  if (known !== undefined) return known;
  const text = describeEntry(entry);
  described.set(entry, text);
  return text;
}
