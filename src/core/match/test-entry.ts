/**
 * Whether one affected entry covers a version: the three-valued test at the heart of matching. Listed versions and windows are
 * alternatives; what could not be tested is said with its reason and never taken for "not affected".
 * https://ossf.github.io/osv-schema/#evaluation
 */
import type { AffectedEntry } from '../advisory/advisory.ts';
import type { CannotAssessReason } from '../identity/package-identity.ts';
import { findWindow } from '../versions/find-window.ts';
import { compareWithListed, isListed } from '../versions/listed-versions.ts';
import { schemeFor } from '../versions/scheme-for.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';
import { describeWindow, type VersionWindow } from '../versions/version-window.ts';
import type { Assumption } from './confidence.ts';
import type { CandidateEntry } from './match.ts';

export interface EntryOutcome {
  readonly outcome: 'affected' | 'not_affected' | 'cannot_assess';
  readonly reason: CannotAssessReason | undefined;
  /** What holds the version, in words; undefined: nothing that the entry names. */
  readonly range: string | undefined;
  readonly window: VersionWindow | undefined;
  readonly assumptions: readonly Assumption[];
}

type TestedCandidate = Pick<CandidateEntry, 'entry' | 'class'>;

/**
 * A test that parses a version once, however many entries it is held against. The order is that of the entry, unless the matcher
 * knows that a part of it does not count (epochs of rpm).
 */
export function createEntryTest(): (
  candidate: TestedCandidate,
  version: string,
  order?: VersionScheme,
) => EntryOutcome {
  let last: ReadVersion | undefined;
  return (candidate, text, order) => {
    const scheme = order ?? schemeFor(candidate.entry.scheme);
    if (last?.text !== text || last.scheme !== scheme) last = { text, scheme, parsed: scheme.parse(text) };
    return testEntry(candidate, last);
  };
}

interface ReadVersion {
  readonly text: string;
  readonly scheme: VersionScheme;
  readonly parsed: object | undefined;
}

function testEntry({ entry, class: recordClass }: TestedCandidate, version: ReadVersion): EntryOutcome {
  const { scheme, parsed } = version;
  // Before the list: beside an open window it often holds every version there was, also those beyond the last known one.
  if (isBeyondLastKnown(entry, version)) return { ...NOT_AFFECTED, assumptions: ['last-known-bound'] };

  const window = parsed === undefined ? undefined : findWindow(scheme, entry.windows, parsed);
  const doubts = window === undefined ? [] : doubtsAbout(window, entry, version);
  const isMalware = recordClass === 'malicious' && entry.versions.length > 0;
  if (window !== undefined && doubts.length === 0 && !isMalware) return affected(describeWindow(window), window);
  if (isListed(scheme, entry.versions, version.text)) return affected(`listed: ${version.text}`, window);

  const openWindow = entry.windows.find(isOpen);
  if (isMalware && openWindow !== undefined) return { ...NOT_AFFECTED, assumptions: ['not-in-malware-list'] };
  if (window !== undefined) return { ...affected(describeWindow(window), window), assumptions: doubts };
  if (parsed === undefined) return testUnreadable(entry, openWindow);
  const [reason] = entry.problems;
  return reason === undefined ? NOT_AFFECTED : cannotAssess(reason);
}

const UPPER_BOUND = /^(<=?) (.+)$/s;

function isBeyondLastKnown({ lastKnownAffected }: AffectedEntry, { scheme, parsed }: ReadVersion): boolean {
  if (lastKnownAffected === undefined || parsed === undefined) return false;
  const [, operator, text = ''] = UPPER_BOUND.exec(lastKnownAffected) ?? [];
  const bound = scheme.parse(text);
  if (bound === undefined) return false;
  return operator === '<=' ? compareWithListed(scheme, parsed, bound) > 0 : scheme.compare(parsed, bound) >= 0;
}

/** A text that is no version may still be covered by "all versions". */
function testUnreadable(entry: AffectedEntry, openWindow: VersionWindow | undefined): EntryOutcome {
  const coversAll = openWindow !== undefined && openWindow.introduced === undefined;
  if (!coversAll || entry.lastKnownAffected !== undefined) return cannotAssess('unparsable-version');
  return { ...affected(describeWindow(openWindow), openWindow), assumptions: ['unparsable-version'] };
}

/** Why the version might not be inside after all. */
function doubtsAbout(window: VersionWindow, entry: AffectedEntry, { scheme, parsed }: ReadVersion): Assumption[] {
  const doubts = new Set<Assumption>();
  if (entry.lastKnownAffected !== undefined) doubts.add('last-known-bound');
  if (scheme.assumptionOf === undefined) return [...doubts];
  const bounds = [window.introduced, window.fixed, window.lastAffected];
  for (const version of [parsed, ...bounds.map((bound) => (bound === undefined ? undefined : scheme.parse(bound)))]) {
    const doubt = version === undefined ? undefined : scheme.assumptionOf(version);
    if (doubt !== undefined) doubts.add(doubt);
  }
  return [...doubts];
}

function isOpen({ fixed, lastAffected }: VersionWindow): boolean {
  return fixed === undefined && lastAffected === undefined;
}

function affected(range: string, window: VersionWindow | undefined): EntryOutcome {
  return { outcome: 'affected', reason: undefined, range, window, assumptions: [] };
}

const NOT_AFFECTED: EntryOutcome = {
  outcome: 'not_affected',
  reason: undefined,
  range: undefined,
  window: undefined,
  assumptions: [],
};

function cannotAssess(reason: CannotAssessReason): EntryOutcome {
  return { outcome: 'cannot_assess', reason, range: undefined, window: undefined, assumptions: [] };
}

const WINDOWS_SHOWN_MAX = 5;

/** All that an entry is tested by: `< 1.2.6; >= 2.0.0, < 2.1.3; 14 listed versions`. */
export function describeEntry({ windows, versions, lastKnownAffected }: AffectedEntry): string {
  const parts = windows.slice(0, WINDOWS_SHOWN_MAX).map(describeWindow);
  if (windows.length > WINDOWS_SHOWN_MAX) parts.push(`${windows.length - WINDOWS_SHOWN_MAX} further windows`);
  if (lastKnownAffected !== undefined) parts.push(`last known ${lastKnownAffected}`);
  if (versions.length > 0)
    parts.push(versions.length === 1 ? '1 listed version' : `${versions.length} listed versions`);
  return parts.length === 0 ? 'no version' : parts.join('; ');
}
