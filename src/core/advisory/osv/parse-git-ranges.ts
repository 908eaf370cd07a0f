/**
 * Parses affected entries that name no package, only a git repository: records about C and C++ libraries, and those of OSS-Fuzz,
 * whose packages are names of fuzzed projects. Commits cannot be ordered without the history of the repository, so they are kept as
 * facts; the listed versions are tags. Records converted from CVEs also carry the versions from which their commits were found.
 * https://ossf.github.io/osv-schema/#affectedrangestype-field
 */
import { toRepositoryName } from '../../identity/git/repository.ts';
import { toTagVersion, isCommit } from '../../identity/git/tag-version.ts';
import { toAsciiLower } from '../../identity/identifier-text.ts';
import { toPackageKey } from '../../identity/package-key.ts';
import { cpe } from '../../versions/schemes/cpe.ts';
import { toWindows, type RangeEvent } from '../../versions/version-range.ts';
import { sortWindows, type VersionWindow } from '../../versions/version-window.ts';
import { GIT_FAMILY, type CannotAssessReason } from '../../vocabulary/package.ts';
import { uniqueSorted } from '../../collections/text-lists.ts';
import type { AffectedEntry, EntryCommits } from '../advisory.ts';
import { listIn, objectIn, textIn } from '../record-fields.ts';
import { eventsIn, eventsOf, versionsOf } from './range-events.ts';

/** Ecosystems whose packages are repositories; an entry without a package names none. */
const OF_REPOSITORIES: ReadonlySet<string> = new Set(['', GIT_FAMILY, 'OSS-Fuzz']);

/** Whether the entry names a repository instead of a package. */
export function isOfRepository(value: unknown): boolean {
  return OF_REPOSITORIES.has(textIn(objectIn(value, 'package'), 'ecosystem') ?? '');
}

/** Returns one entry per repository; none if no address is usable. */
export function parseRepositoryEntries(value: unknown): readonly AffectedEntry[] {
  const ranges = listIn(value, 'ranges');
  const byRepository = Map.groupBy(ranges.filter(isGit), (range) => toRepositoryName(textIn(range, 'repo') ?? ''));
  const others = ranges.filter((range) => !isGit(range)).map(eventsOf);
  const versions = versionsOf(value);
  return [...byRepository].flatMap(([name, ofRepository]) => {
    if (name === undefined || toPackageKey(GIT_FAMILY, '', name) === undefined) return [];
    const bounds = [...ofRepository.map(boundsBeside), ...others].map((events) => withoutTagNames(events, name));
    const { windows, problems } = toKnownWindows(bounds.filter((events) => events.length > 0));
    // Bounds in versions decide only if they stand for all commits: for each range, or beside all of them.
    const isWhole = others.length > 0 || ofRepository.every((range) => boundsBeside(range).length > 0);
    return [
      {
        family: GIT_FAMILY,
        release: '',
        name,
        scheme: cpe.id,
        windows,
        versions,
        problems: isWhole ? problems : [...new Set<CannotAssessReason>([...problems, 'git-only'])].toSorted(),
        lastKnownAffected: undefined,
        urgency: undefined,
        commits: commitsOf(ofRepository),
      },
    ];
  });
}

function isGit(range: unknown): boolean {
  return textIn(range, 'type') === 'GIT';
}

/** `database_specific.versions`: the versions that a converted record was derived from, as events. */
function boundsBeside(range: unknown): readonly RangeEvent[] {
  return eventsIn(listIn(objectIn(range, 'database_specific'), 'versions'));
}

function withoutTagNames(events: readonly RangeEvent[], repository: string): readonly RangeEvent[] {
  return events.map((event) => {
    const [[kind, text] = ['', '']] = Object.entries(event);
    return { [kind]: toTagVersion(text, repository) ?? text } as unknown as RangeEvent;
  });
}

function toKnownWindows(ranges: readonly (readonly RangeEvent[])[]): {
  readonly windows: readonly VersionWindow[];
  readonly problems: readonly CannotAssessReason[];
} {
  const found = ranges.map((events) => toWindows(cpe, events));
  const windows = found.flatMap((each) => each.windows);
  return {
    windows: sortWindows(cpe, windows),
    problems: [...new Set(found.flatMap(({ problem }) => problem ?? []))].toSorted(),
  };
}

function commitsOf(ranges: readonly unknown[]): EntryCommits {
  const events = ranges.map(eventsOf);
  const facts = events.flat().flatMap((event) => Object.entries(event));
  const all = (kind: string): readonly string[] =>
    uniqueSorted(facts.flatMap(([key, text]) => (key === kind ? [toAsciiLower(text)] : [])));
  const hasOpen = events.some((ofRange) => !ofRange.some((event) => 'fixed' in event));
  return {
    introduced: all('introduced').filter((text) => text === FROM_THE_START || isCommit(text)),
    fixed: all('fixed').filter(isCommit),
    lastAffected: all('last_affected').filter(isCommit),
    ...(hasOpen && { hasOpen }),
  };
}

const FROM_THE_START = '0';
