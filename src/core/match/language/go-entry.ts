/**
 * Special cases of Go entries: the versions in a record may be those of a project whose module has different versions. The Go
 * database marks such versions and keeps them separate; other databases do not.
 * https://go.dev/ref/mod#versions, https://go.dev/doc/security/vuln/database
 */
import type { AffectedEntry } from '../../advisory/advisory.ts';
import { go, hasNoTag, isPseudoVersion } from '../../versions/schemes/go.ts';
import { isOpen, type VersionWindow } from '../../versions/version-window.ts';
import type { CandidateEntry, EntryOutcome } from '../match.ts';
import type { EntryTest } from '../test-entry.ts';

type TestedCandidate = Pick<CandidateEntry, 'entry' | 'class' | 'canonicalId'>;

export function testGoEntry(test: EntryTest, candidate: TestedCandidate, version: string): EntryOutcome {
  const { entry, canonicalId } = candidate;
  const plain = test(candidate, version);
  if (entry.customWindows !== undefined && plain.window !== undefined && isOpen(plain.window))
    return testProject(test, candidate, version);
  const isApart = plain.outcome !== 'cannot_assess' && hasForeignMajor(entry, version);
  if (!isApart && plain.assumptions.length === 0) return plain;
  const assumptions = plain.assumptions.map((each) =>
    each === 'pseudo-version' && isOlder(version, canonicalId) ? 'older-commit' : each,
  );
  return { ...plain, assumptions: isApart ? [...assumptions, 'untagged-major'] : assumptions };
}

const COMMIT_YEAR = /[-.]([0-9]{4})[0-9]{10}-/;
const CVE_YEAR = /^CVE-([0-9]{4})-/;

/** A vulnerability gets its CVE before or soon after its fix, so a commit from an earlier year does not contain the fix. */
function isOlder(version: string, canonicalId: string): boolean {
  const [, written] = COMMIT_YEAR.exec(version) ?? [];
  const [, reported] = CVE_YEAR.exec(canonicalId) ?? [];
  return written !== undefined && reported !== undefined && written < reported;
}

/** Inside of an open window, the bounds of the project decide. */
function testProject(test: EntryTest, { entry, class: recordClass }: TestedCandidate, version: string): EntryOutcome {
  const ofProject = toProjectEntry(entry);
  const parsed = go.parse(version);
  // A commit without a tag may belong to any release. Timestamps can be compared only if the bounds are commits, too.
  const isAny = parsed !== undefined && hasNoTag(parsed) && !ofProject.windows.some(endsWithCommit);
  if (isAny) return { ...AFFECTED, assumptions: ['custom-bound', 'pseudo-version'] };
  const outcome = test({ entry: ofProject, class: recordClass }, version);
  if (outcome.outcome === 'cannot_assess') return outcome;
  return { ...outcome, assumptions: ['custom-bound', ...outcome.assumptions] };
}

const AFFECTED = { outcome: 'affected', reason: undefined, range: undefined, window: undefined } as const;

// Cached as long as the entry exists.
const projectEntries = new WeakMap<AffectedEntry, AffectedEntry>();

function toProjectEntry(entry: AffectedEntry): AffectedEntry {
  let ofProject = projectEntries.get(entry);
  if (ofProject === undefined) {
    const { customWindows = [], ...rest } = entry;
    ofProject = { ...rest, windows: customWindows };
    projectEntries.set(entry, ofProject);
  }
  return ofProject;
}

function endsWithCommit({ introduced, fixed, lastAffected }: VersionWindow): boolean {
  const end = go.parse(lastAffected ?? fixed ?? introduced ?? '');
  return end !== undefined && isPseudoVersion(end);
}

/**
 * Whether the record has versions that the module cannot have. A module without `/vN` in its path has the versions v0 and v1, and
 * later ones only without a go.mod. If a project is at 2.37 and its module at v0.37, comparing the two says little. A component
 * that has a higher major version nevertheless uses the project's numbers.
 */
function hasForeignMajor(entry: AffectedEntry, version: string): boolean {
  const major = exceededMajorOf(entry);
  return major !== undefined && majorOf(version) <= major;
}

// Cached as long as the entry exists.
const exceededMajors = new WeakMap<AffectedEntry, { readonly major: number | undefined }>();

/** Returns the highest major version of the module if the record has higher ones, otherwise undefined. */
function exceededMajorOf(entry: AffectedEntry): number | undefined {
  let known = exceededMajors.get(entry);
  if (known === undefined) {
    known = { major: findExceededMajor(entry) };
    exceededMajors.set(entry, known);
  }
  return known.major;
}

const PATH_MAJOR = /[/.]v([0-9]{1,4})(?:\/|$)/;

function findExceededMajor({ name, windows }: AffectedEntry): number | undefined {
  const inPath = PATH_MAJOR.exec(name)?.[1];
  const major = inPath === undefined ? 1 : Number(inPath);
  const isForeign = windows.some(({ introduced, fixed, lastAffected }) =>
    // A module with the major version in its path may well be fixed by the next major version.
    (inPath === undefined ? [introduced, fixed, lastAffected] : [introduced]).some((bound) => isAbove(bound, major)),
  );
  return isForeign ? major : undefined;
}

const OF_MODULE = '+incompatible';

function isAbove(bound: string | undefined, major: number): boolean {
  return bound !== undefined && !bound.endsWith(OF_MODULE) && majorOf(bound) > major;
}

const MAJOR = /^v?([0-9]{1,9})(?:[.+-]|$)/;

function majorOf(version: string): number {
  return Number(MAJOR.exec(version)?.[1] ?? 0);
}
