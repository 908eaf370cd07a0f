/**
 * Tests whether an affected entry covers a version, with three possible outcomes. Listed versions and windows are alternatives;
 * if a test is not possible, the reason is returned, and it never counts as "not affected".
 * https://ossf.github.io/osv-schema/#evaluation
 */
import type { AffectedEntry } from '../advisory/advisory.ts';
import {
  findBounds,
  type ParsedBounds,
  describeWindow,
  isOpen,
  type VersionWindow,
} from '../versions/version-window.ts';
import { compareWithListed, isListed } from '../versions/listed-versions.ts';
import { schemeFor } from '../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';
import type { CandidateEntry, EntryOutcome } from './match.ts';
import type { Assumption } from '../vocabulary/assumption.ts';
import type { CannotAssessReason } from '../vocabulary/package.ts';

// Cached as long as the windows exist. The same list must be returned per entry, because parsed bounds are cached by list.
const joined = new WeakMap<readonly VersionWindow[], readonly VersionWindow[]>();

/**
 * Returns the windows that determine where an entry starts and ends. For most entries these are its windows. The Go database
 * writes "all versions" if the releases of a project are not tags of its module, and gives their bounds separately; those are more
 * precise.
 */
export function decidingWindows({ windows, customWindows }: AffectedEntry): readonly VersionWindow[] {
  if (customWindows === undefined || !windows.some(isOpen)) return windows;
  let deciding = joined.get(customWindows);
  if (deciding === undefined) {
    deciding = [...windows.filter((window) => !isOpen(window)), ...customWindows];
    joined.set(customWindows, deciding);
  }
  return deciding;
}

/** The version order is that of the entry, unless the matcher passes another one (for example without rpm epochs). */
export type EntryTest = (
  candidate: Pick<CandidateEntry, 'entry' | 'class'>,
  version: string,
  order?: VersionScheme,
) => EntryOutcome;

/** Returns a test that parses a version once for many entries. */
export function createEntryTest(): EntryTest {
  let last: ParsedVersion | undefined;
  return ({ entry, class: recordClass }, text, order) => {
    const scheme = order ?? schemeFor(entry.scheme);
    if (last?.scheme !== scheme || last.text !== text) last = { text, scheme, parsed: scheme.parse(text) };
    return testEntry(entry, recordClass === 'malicious', last);
  };
}

interface ParsedVersion {
  readonly text: string;
  readonly scheme: VersionScheme;
  readonly parsed: object | undefined;
}

function testEntry(entry: AffectedEntry, isMalware: boolean, version: ParsedVersion): EntryOutcome {
  const { scheme, parsed, text } = version;
  if (parsed === undefined) return testUnparsable(entry, isMalware, version);
  const bounds = findBounds(scheme, entry.windows, parsed);
  const isInOpen = bounds !== undefined && isOpen(bounds.window);
  // Checked before the list: with an open window the list often contains every version, even those after the last known affected
  // one.
  if ((bounds === undefined || isInOpen) && isBeyondLastKnown(entry, scheme, parsed)) return BEYOND_LAST_KNOWN;

  if (bounds === undefined) {
    if (isListed(scheme, entry.versions, text)) return affected(`listed: ${text}`, undefined);
    const [reason] = entry.problems;
    return reason === undefined ? NOT_AFFECTED : cannotAssess(reason);
  }
  const needsList = isMalware && isInOpen && entry.versions.length > 0;
  const doubts = doubtsAbout(bounds, entry, version);
  // A listed version is certain.
  if ((needsList || doubts.length > 0) && isListed(scheme, entry.versions, text))
    return affected(`listed: ${text}`, bounds.window);
  return affected(describeWindow(bounds.window), bounds.window, needsList ? [...doubts, 'malicious-name'] : doubts);
}

/** Text that is not a version may still be listed, or be covered by "all versions". */
function testUnparsable(entry: AffectedEntry, isMalware: boolean, { scheme, text }: ParsedVersion): EntryOutcome {
  if (isListed(scheme, entry.versions, text)) return affected(`listed: ${text}`, undefined);
  const all = entry.windows.find((window) => window.introduced === undefined && isOpen(window));
  if (all === undefined || entry.lastKnownAffected !== undefined) return cannotAssess('unparsable-version');
  const isNameOnly = isMalware && entry.versions.length > 0;
  return affected(describeWindow(all), all, [
    'unparsable-version',
    ...(isNameOnly ? (['malicious-name'] as const) : []),
  ]);
}

const UPPER_BOUND = /^(<=?) (.+)$/s;

function isBeyondLastKnown({ lastKnownAffected }: AffectedEntry, scheme: VersionScheme, version: object): boolean {
  if (lastKnownAffected === undefined) return false;
  const [, operator, text = ''] = UPPER_BOUND.exec(lastKnownAffected) ?? [];
  const bound = scheme.parse(text);
  if (bound === undefined) return false;
  return operator === '<=' ? compareWithListed(scheme, version, bound) > 0 : scheme.compare(version, bound) >= 0;
}

/** Returns the reasons why the version might not be inside of the window. */
function doubtsAbout(
  { window, introduced, fixed, lastAffected }: ParsedBounds,
  { lastKnownAffected }: AffectedEntry,
  { scheme, parsed }: ParsedVersion,
): readonly Assumption[] {
  const isLastKnown = lastKnownAffected !== undefined && isOpen(window);
  if (!isLastKnown && scheme.assumptionOf === undefined) return CERTAIN;
  const doubts: Assumption[] = isLastKnown ? ['last-known-bound'] : [];
  const add = (doubt: Assumption | undefined): void => {
    if (doubt !== undefined && !doubts.includes(doubt)) doubts.push(doubt);
  };
  for (const version of [parsed, introduced, fixed, lastAffected]) add(version && scheme.assumptionOf?.(version));
  const end = lastAffected ?? fixed;
  add(parsed && end && scheme.doubtBefore?.(parsed, end));
  return doubts;
}

const CERTAIN: readonly Assumption[] = [];

function affected(
  range: string,
  window: VersionWindow | undefined,
  assumptions: readonly Assumption[] = CERTAIN,
): EntryOutcome {
  return { outcome: 'affected', reason: undefined, range, window, assumptions };
}

const NOT_AFFECTED: EntryOutcome = {
  outcome: 'not_affected',
  reason: undefined,
  range: undefined,
  window: undefined,
  assumptions: CERTAIN,
};
const BEYOND_LAST_KNOWN: EntryOutcome = { ...NOT_AFFECTED, assumptions: ['last-known-bound'] };

function cannotAssess(reason: CannotAssessReason): EntryOutcome {
  return { outcome: 'cannot_assess', reason, range: undefined, window: undefined, assumptions: CERTAIN };
}

const WINDOWS_SHOWN_MAX = 5;

/** Describes all windows and versions of an entry: `< 1.2.6; >= 2.0.0, < 2.1.3; 14 listed versions`. */
export function describeEntry(entry: AffectedEntry): string {
  const { versions, lastKnownAffected } = entry;
  const windows = decidingWindows(entry);
  const parts = windows.slice(0, WINDOWS_SHOWN_MAX).map(describeWindow);
  if (windows.length > WINDOWS_SHOWN_MAX) parts.push(`${windows.length - WINDOWS_SHOWN_MAX} more ranges`);
  if (lastKnownAffected !== undefined) parts.push(`last known affected ${lastKnownAffected}`);
  if (versions.length > 0)
    parts.push(versions.length === 1 ? '1 listed version' : `${versions.length} listed versions`);
  return parts.length === 0 ? 'no version' : parts.join('; ');
}
