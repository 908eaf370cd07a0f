/**
 * Matches software with advisories about its git repository. A commit is compared with the commits that a record names; where any
 * other commit lies is not known without the history of the repository. A version is compared with the tags that a record lists
 * and with the bounds beside its commits. What follows from neither is undecided, never "not affected". See ADR 086.
 */
import type { AffectedEntry } from '../../advisory/advisory.ts';
import { isCommit, toTagVersion } from '../../identity/git/tag-version.ts';
import { toAsciiLower } from '../../identity/identifier-text.ts';
import type { StatedRepository } from '../../identity/package-identity.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import { describeWindow, findBounds, type VersionWindow } from '../../versions/version-window.ts';
import type { Assumption } from '../../vocabulary/assumption.ts';
import { GIT_FAMILY, type CannotAssessReason } from '../../vocabulary/package.ts';
import type { CandidateEntry, EntryOutcome, Matcher, PackageVersion, TestedEntry } from '../match.ts';

/** The order of the versions of all kinds of software. */
const order = schemeFor('cpe');

export const gitMatcher: Matcher = { id: 'git', families: [GIT_FAMILY], match };

function match({ identity, version }: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const { repository } = identity;
  if (repository === undefined) return [];
  const statements = new Map(repository.names.map((name) => [name, toStatement(name, repository, version)]));
  return candidates
    .filter(({ entry }) => entry.family === GIT_FAMILY)
    .flatMap((candidate): TestedEntry[] => {
      const stated = statements.get(candidate.entry.name);
      if (stated === undefined) return [];
      const found = testRepositoryEntry(candidate.entry, stated);
      const assumptions = found.outcome === 'affected' ? assumptionsFor(repository) : [];
      return [{ ...found, assumptions, candidate, via: 'direct' }];
    });
}

function assumptionsFor({ by }: StatedRepository): readonly Assumption[] {
  if (by === undefined) return [];
  return [by === 'name' ? 'repository-from-name' : 'repository-from-link'];
}

/** What a document states about a repository, parsed once for all of its records. */
interface Statement {
  /** In lower case. */
  readonly commits: readonly string[];
  /** Tags and versions, the most exact one first. */
  readonly versions: readonly { readonly text: string; readonly tag: Tag | undefined }[];
}

function toStatement(name: string, { revision }: StatedRepository, version: string): Statement {
  const stated = revision === undefined ? [version] : [revision, version];
  return {
    commits: stated.filter(isCommit).map(toAsciiLower),
    versions: stated.filter((text) => !isCommit(text)).map((text) => ({ text, tag: toTag(text, name) })),
  };
}

type Outcome = Omit<EntryOutcome, 'assumptions'> & Pick<TestedEntry, 'testedVersion'>;

/** A commit that the record names decides; otherwise the first tag or version that is listed, and then the order. */
function testRepositoryEntry(entry: AffectedEntry, { commits, versions }: Statement): Outcome {
  for (const commit of commits) {
    const outcome = testCommit(entry, commit);
    if (outcome !== undefined) return outcome;
  }
  for (const { text, tag } of versions) {
    const listed = findListed(entry, text, tag);
    const bounds =
      listed === undefined || tag === undefined ? undefined : findBounds(order, entry.windows, tag.version);
    if (listed !== undefined) return affected(tag?.number ?? text, `listed: ${listed}`, bounds?.window);
  }
  const last = versions.at(-1);
  if (last === undefined) return undecided(commits[0] ?? '', 'history-unknown');
  return last.tag === undefined ? undecided(last.text, 'unparsable-version') : testVersion(entry, last.tag);
}

/** Undefined: the record does not name the commit. */
function testCommit(entry: AffectedEntry, commit: string): Outcome | undefined {
  const { commits } = entry;
  const isFixed = commits?.fixed.includes(commit) === true;
  const isAffected =
    commits?.introduced.includes(commit) === true ||
    commits?.lastAffected.includes(commit) === true ||
    tagsOf(entry).texts.has(commit);
  if (isFixed && isAffected) return undecided(commit, 'contradictory-range');
  if (isAffected) return affected(commit, `commit ${commit}`, undefined);
  return isFixed ? notAffected(commit) : undefined;
}

/** Returns the tag by which the record lists the version: by text, then by meaning. */
function findListed(entry: AffectedEntry, text: string, tag: Tag | undefined): string | undefined {
  const { texts, sorted } = tagsOf(entry);
  if (texts.has(text)) return text;
  if (tag === undefined) return undefined;
  const found = sorted[findPlace(sorted, tag)];
  return found !== undefined && order.compare(found.version, tag.version) === 0 ? found.text : undefined;
}

function testVersion(entry: AffectedEntry, tag: Tag): Outcome {
  const { windows, problems } = entry;
  const { number } = tag;
  const bounds = findBounds(order, windows, tag.version);
  if (bounds !== undefined) return affected(number, describeWindow(bounds.window), bounds.window);

  const problem = problems.find((each) => each !== 'git-only');
  if (problem !== undefined) return undecided(number, problem);
  if (problems.length > 0) return testPlace(entry, tag);
  const isComparable = windows.every((window) => isDate(endOf(window)) === isDate(number));
  return isComparable ? notAffected(number) : undecided(number, 'history-unknown');
}

/**
 * Decides by the order of the listed tags, which are all tags that contain the vulnerable code. A version after all of them has the
 * fix if every range has one; a version before all of them does not have the code if it was introduced later. A version between
 * two of them may be a fixed release of an older branch or a version without a tag.
 */
function testPlace(entry: AffectedEntry, { number, version }: Tag): Outcome {
  const { sorted } = tagsOf(entry);
  const [oldest, newest] = [sorted[0], sorted.at(-1)];
  if (oldest === undefined || newest === undefined) return undecided(number, 'git-only');
  if (isDate(number) !== isDate(newest.number)) return undecided(number, 'history-unknown');
  const { introduced = [], fixed = [], hasOpen = false } = entry.commits ?? {};
  const isFixed = fixed.length > 0 && !hasOpen;
  if (isFixed && order.compare(version, newest.version) > 0) return notAffected(number);
  const isLater = introduced.length > 0 && !introduced.includes(FROM_THE_START);
  if (isLater && order.compare(version, oldest.version) < 0) return notAffected(number);
  return undecided(number, 'history-unknown');
}

const FROM_THE_START = '0';
const DATE = /^[0-9]{6}/;

/** `20200203`: a snapshot has no place among numbered releases. */
function isDate(number: string): boolean {
  return DATE.test(number);
}

function endOf({ fixed, lastAffected, introduced }: VersionWindow): string {
  return fixed ?? lastAffected ?? introduced ?? '';
}

interface Tag {
  /** As listed. */
  readonly text: string;
  /** The version in the tag. */
  readonly number: string;
  readonly version: object;
}

function toTag(text: string, repository: string): Tag | undefined {
  const number = toTagVersion(text, repository);
  const version = number === undefined ? undefined : order.parse(number);
  return number === undefined || version === undefined ? undefined : { text, number, version };
}

interface ListedTags {
  readonly texts: ReadonlySet<string>;
  /** Those with a version, oldest first. */
  readonly sorted: readonly Tag[];
}

// Parsed once per entry and as long as it exists: a repository has hundreds of records, each with hundreds of tags.
const listed = new WeakMap<AffectedEntry, ListedTags>();

function tagsOf(entry: AffectedEntry): ListedTags {
  const known = listed.get(entry);
  if (known !== undefined) return known;
  const tags = entry.versions.flatMap((text) => toTag(text, entry.name) ?? []);
  const sorted = tags.toSorted((a, b) => order.compare(a.version, b.version) || (a.text < b.text ? -1 : 1));
  const fresh = { texts: new Set(entry.versions), sorted };
  listed.set(entry, fresh);
  return fresh;
}

/** Returns the index of the first tag that is not older. */
function findPlace(sorted: readonly Tag[], { version }: Tag): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const tag = sorted[middle];
    if (tag !== undefined && order.compare(tag.version, version) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function affected(testedVersion: string, range: string, window: VersionWindow | undefined): Outcome {
  return { outcome: 'affected', reason: undefined, range, window, testedVersion };
}

function notAffected(testedVersion: string): Outcome {
  return { outcome: 'not_affected', reason: undefined, range: undefined, window: undefined, testedVersion };
}

function undecided(testedVersion: string, reason: CannotAssessReason): Outcome {
  return { outcome: 'cannot_assess', reason, range: undefined, window: undefined, testedVersion };
}
