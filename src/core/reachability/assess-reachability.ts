/**
 * Reduces what the documents of a version say about a finding to facts for the rules. A call in any document counts. That nothing is
 * called counts only if it was said about this build, in every place of the component and for every record that matched; otherwise
 * the fact names what is missing.
 */
import { rulesOf } from '../identity/ecosystems/ecosystem.ts';
import { toAsciiLower } from '../identity/identifier-text.ts';
import { compareText } from '../text/compare-text.ts';
import { schemeFor } from '../versions/schemes/scheme-for.ts';
import type { Family } from '../vocabulary/package.ts';
import type { ReachabilityGap, ReachabilityState } from '../vocabulary/reachability.ts';
import type { NamedCode } from './parse-members.ts';
import { compareStatements, type ReachabilityStatement, type Trace } from './reachability-document.ts';

/** A document and the build that it analyzed. */
export interface PushedDocument {
  readonly tool: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The analyzed image; null: the sources. */
  readonly image: string | null;
  /** The analyzed commit, if it was named. */
  readonly commit: string | null;
  readonly statements: readonly ReachabilityStatement[];
}

/** A finding, as far as statements refer to it. */
export interface AnalyzedFinding {
  readonly family: string | null;
  readonly name: string;
  readonly version: string | null;
  /** All ids of the vulnerability in upper case. */
  readonly ids: readonly string[];
  /** Ids of the records that matched, in upper case. */
  readonly recordIds: readonly string[];
  /** One for each SBOM that contains the component. */
  readonly places: readonly { readonly image: string | null; readonly copies: number }[];
}

/** What the documents say about a finding. */
export interface ReachabilityFact {
  readonly state: ReachabilityState;
  readonly trace: Trace;
  readonly tool: string;
  readonly sha256: string;
  /** Why `not_called` or `not_imported` is not enough to dismiss the finding, or why a call may be one of another build. */
  readonly gap: ReachabilityGap | null;
}

export type AssessReachability = (finding: AnalyzedFinding) => readonly ReachabilityFact[];

/** The version and the advisories as they are now. */
export interface CurrentState {
  readonly commit: string | null;
  /** The code of a package that a record names now; undefined: none. The tool may have had an older revision of it. */
  readonly codeOf: (recordId: string, packageName: string) => NamedCode | undefined;
}

/** The result does not depend on the order of the documents. */
export function indexReachability(
  documents: readonly PushedDocument[],
  { commit, codeOf }: CurrentState,
): AssessReachability {
  const index = new Map<string, Said[]>();
  for (const document of documents.toSorted((a, b) => compareText(a.sha256, b.sha256))) {
    const isThisBuild = isSameCommit(document.commit, commit);
    for (const statement of document.statements) {
      const said = { statement, document, isThisBuild };
      for (const key of toKeys(statement)) {
        const known = index.get(key) ?? [];
        index.set(key, known);
        known.push(said);
      }
    }
  }
  return (finding) => {
    const known = new Set(toKeys({ ...finding, ids: ['', ...finding.ids] }).flatMap((key) => index.get(key) ?? []));
    return known.size === 0 ? [] : assess([...known], finding, codeOf);
  };
}

interface Said {
  readonly statement: ReachabilityStatement;
  readonly document: PushedDocument;
  readonly isThisBuild: boolean;
}

/** One for each id, so that only statements about a finding are looked at. The use of a package has the id ``. */
function toKeys({ family, name, ids }: Pick<AnalyzedFinding, 'family' | 'name' | 'ids'>): string[] {
  if (family === null) return [];
  const normalized = normalize(family, name);
  return (ids.length === 0 ? [''] : ids).map((id) => JSON.stringify([family, normalized, id]));
}

function normalize(family: string, name: string): string {
  return rulesOf(family as Family)?.normalizeName(name) ?? name;
}

const COMMIT_CHARACTERS_MIN = 7;

/** A document without a commit is about the version that it was sent for, and so is one of a version whose commit is not known. */
export function isSameCommit(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return true;
  const [short, long] = [toAsciiLower(a), toAsciiLower(b)].toSorted((x, y) => x.length - y.length);
  return (
    short === long || (short !== undefined && short.length >= COMMIT_CHARACTERS_MIN && long?.startsWith(short) === true)
  );
}

/** Returns at most one fact about the vulnerability and one about the use of the package. */
function assess(known: readonly Said[], finding: AnalyzedFinding, codeOf: CurrentState['codeOf']): ReachabilityFact[] {
  const ofVersion = known.filter(({ statement }) => isSameVersion(statement, finding));
  const about = ofVersion.filter(({ statement }) => statement.ids.length > 0);
  const use = chooseShown(ofVersion.filter(({ statement }) => statement.ids.length === 0));
  return [
    assessVulnerability(about, finding, codeOf),
    use && toFact(use, use.isThisBuild ? null : 'other-build'),
  ].filter((fact) => fact !== undefined);
}

/** Without a version, only a call or a use counts. */
function isSameVersion(
  { family, version, state }: ReachabilityStatement,
  finding: Pick<AnalyzedFinding, 'version'>,
): boolean {
  if (version === null) return !isNegative(state);
  if (finding.version === null) return false;
  if (version === finding.version) return true;
  const rules = rulesOf(family);
  if (rules === undefined) return false;
  const scheme = schemeFor(rules.scheme);
  const [a, b] = [scheme.parse(version), scheme.parse(finding.version)];
  return a !== undefined && b !== undefined && scheme.compare(a, b) === 0;
}

/** Returns the statements about a vulnerability that none of the findings has. Those about the use of a package are left out. */
export function listUnmatched(
  statements: readonly ReachabilityStatement[],
  findings: readonly Pick<AnalyzedFinding, 'family' | 'name' | 'version' | 'ids'>[],
): readonly ReachabilityStatement[] {
  const index = new Map<string, Pick<AnalyzedFinding, 'version'>[]>();
  for (const finding of findings) {
    for (const key of toKeys(finding)) {
      const known = index.get(key) ?? [];
      index.set(key, known);
      known.push(finding);
    }
  }
  return statements.filter((statement) => {
    const found = toKeys(statement).flatMap((key) => index.get(key) ?? []);
    return statement.ids.length > 0 && !found.some((finding) => isSameVersion(statement, finding));
  });
}

function assessVulnerability(
  about: readonly Said[],
  finding: AnalyzedFinding,
  codeOf: CurrentState['codeOf'],
): ReachabilityFact | undefined {
  const ofBuild = about.filter(({ isThisBuild }) => isThisBuild);
  const said = ofBuild.length === 0 ? about : ofBuild;
  const shown = chooseShown(said);
  if (shown === undefined) return undefined;
  if (ofBuild.length === 0) return toFact(shown, 'other-build');
  return toFact(shown, isNegative(shown.statement.state) ? findGap(said, finding, codeOf) : null);
}

function isNegative(state: ReachabilityState): boolean {
  return state === 'not_called' || state === 'not_imported';
}

function chooseShown(said: readonly Said[]): Said | undefined {
  return said.toSorted(
    (a, b) => compareStatements(a.statement, b.statement) || compareText(a.document.sha256, b.document.sha256),
  )[0];
}

/** None of the statements says that the code is called or imported. */
function findGap(
  said: readonly Said[],
  { places, recordIds }: AnalyzedFinding,
  codeOf: CurrentState['codeOf'],
): ReachabilityGap | null {
  const ofPlaces = places.map(({ image, copies }) => {
    // Which of several copies was analyzed is not known.
    if (copies > 1) return [];
    return said.filter(({ document }) => document.image === image).map(({ statement }) => statement);
  });
  if (ofPlaces.length === 0 || ofPlaces.some((statements) => statements.length === 0)) return 'other-place';
  const isComplete = (isEnough: (statement: ReachabilityStatement, recordId: string) => boolean): boolean =>
    recordIds.length > 0 &&
    ofPlaces.every((statements) =>
      recordIds.every((id) => statements.some((statement) => statement.ids.includes(id) && isEnough(statement, id))),
    );
  if (!isComplete(() => true)) return 'other-record';
  if (!isComplete(({ isPrecise }) => isPrecise)) return 'no-symbols';
  const isCurrent = (statement: ReachabilityStatement, id: string): boolean =>
    statement.isPrecise && hasLookedFor(statement, id, codeOf(id, statement.name));
  return isComplete(isCurrent) ? null : 'changed-record';
}

/** An advisory that names no code, such as those of GitHub, is covered by the one that was analyzed. */
function hasLookedFor(
  { ids, state, searchedFor }: ReachabilityStatement,
  recordId: string,
  code: NamedCode | undefined,
): boolean {
  const wanted = (state === 'not_imported' ? code?.packages : code?.symbols) ?? [];
  if (wanted.length === 0) return recordId !== ids[0];
  const known = new Set(searchedFor);
  return wanted.every((name) => known.has(name));
}

function toFact({ statement, document }: Said, gap: ReachabilityGap | null): ReachabilityFact {
  const { state, trace } = statement;
  return { state, trace, tool: document.tool, sha256: document.sha256, gap };
}
