/**
 * What is special about entries of Go: the numbers of a record may be those of a project, while the versions of its module are
 * counted otherwise. The database of Go says so and keeps such numbers apart; other databases do not.
 * https://go.dev/ref/mod#versions, https://go.dev/doc/security/vuln/database
 */
import type { AffectedEntry } from '../advisory/advisory.ts';
import { go, hasNoTag, isPseudoVersion } from '../versions/go.ts';
import { isOpen, type VersionWindow } from '../versions/version-window.ts';
import type { CandidateEntry } from './match.ts';
import type { EntryOutcome, EntryTest } from './test-entry.ts';

type TestedCandidate = Pick<CandidateEntry, 'entry' | 'class' | 'canonicalId'>;

export function testGoEntry(test: EntryTest, candidate: TestedCandidate, version: string): EntryOutcome {
  const { entry, canonicalId } = candidate;
  const plain = test(candidate, version);
  if (entry.customWindows !== undefined && plain.window !== undefined && isOpen(plain.window))
    return testProject(test, candidate, version);
  const isApart = plain.outcome !== 'cannot_assess' && isCountedApart(entry, version);
  if (!isApart && plain.assumptions.length === 0) return plain;
  const assumptions = plain.assumptions.map((each) =>
    each === 'pseudo-version' && isOlder(version, canonicalId) ? 'older-commit' : each,
  );
  return { ...plain, assumptions: isApart ? [...assumptions, 'untagged-major'] : assumptions };
}

const MOMENT_YEAR = /[-.]([0-9]{4})[0-9]{10}-/;
const CVE_YEAR = /^CVE-([0-9]{4})-/;

/** A vulnerability gets its CVE before or soon after its fix, so what was written in an earlier year is without it. */
function isOlder(version: string, canonicalId: string): boolean {
  const [, written] = MOMENT_YEAR.exec(version) ?? [];
  const [, reported] = CVE_YEAR.exec(canonicalId) ?? [];
  return written !== undefined && reported !== undefined && written < reported;
}

/** Inside of an open window, the bounds of the project decide. */
function testProject(test: EntryTest, { entry, class: recordClass }: TestedCandidate, version: string): EntryOutcome {
  const ofProject = toProjectEntry(entry);
  const parsed = go.parse(version);
  // A commit without a tag may be of any release. Only where the bounds are commits too, moments can be compared.
  const isAny = parsed !== undefined && hasNoTag(parsed) && !ofProject.windows.some(endsWithCommit);
  if (isAny) return { ...AFFECTED, assumptions: ['custom-bound', 'pseudo-version'] };
  const outcome = test({ entry: ofProject, class: recordClass }, version);
  if (outcome.outcome === 'cannot_assess') return outcome;
  return { ...outcome, assumptions: ['custom-bound', ...outcome.assumptions] };
}

const AFFECTED = { outcome: 'affected', reason: undefined, range: undefined, window: undefined } as const;

// Forgotten together with the entry.
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
 * Whether the record has numbers that the module cannot have. A module without `/vN` in its path has the versions v0 and v1,
 * and later ones as long as it has no go.mod; where a project goes on to 2.37 and its module to v0.37, an order of the two is
 * worth little. Who has a later version all the same has the number of the project.
 */
function isCountedApart(entry: AffectedEntry, version: string): boolean {
  const major = foreignTo(entry);
  return major !== undefined && majorOf(version) <= major;
}

// Forgotten together with the entry.
const foreign = new WeakMap<AffectedEntry, { readonly major: number | undefined }>();

/** The highest major version of a module that the record counts apart from; undefined: it does not. */
function foreignTo(entry: AffectedEntry): number | undefined {
  let known = foreign.get(entry);
  if (known === undefined) {
    known = { major: findForeign(entry) };
    foreign.set(entry, known);
  }
  return known.major;
}

const PATH_MAJOR = /[/.]v([0-9]{1,4})(?:\/|$)/;

function findForeign({ name, windows }: AffectedEntry): number | undefined {
  const inPath = PATH_MAJOR.exec(name)?.[1];
  const major = inPath === undefined ? 1 : Number(inPath);
  const isForeign = windows.some(({ introduced, fixed, lastAffected }) =>
    // With the major version in its path a module may well be fixed by the next one.
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
