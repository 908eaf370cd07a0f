/**
 * Loads the decisions, VEX statements, security profiles, answers and analyses of calls that apply to the findings of a version
 * when it is published. If there are none, this costs one statement for all of them; otherwise they are loaded for all findings
 * at once.
 */
import { isDeployment } from '../../core/profile/profile-document.ts';
import type { FindingContext } from '../../core/history/findings/version-findings.ts';
import { toVersionProfiles } from '../../core/profile/version-profiles.ts';
import type { StoredOpinions } from '../../core/relevance/judge-finding.ts';
import { type Opinion, toStatementOpinion } from '../../core/relevance/opinions/opinion.ts';
import type { OrgTx } from '../../store/database.ts';
import { type VersionSbom, findPackedDocument } from '../../store/findings/publication/published-inputs.ts';
import {
  findKnownOpinions,
  getVersionNames,
  type VersionNames,
  listFirstSeenByVersion,
} from '../../store/relevance/known-opinions.ts';
import { collectYielding } from '../../store/yielding.ts';
import { loadAnswers, loadNamedCode } from '../questions/load-questions.ts';
import { loadReachability } from '../reachability/load-reachability.ts';
import { loadProfiles, toProfiledDocument } from '../profiles/load-profiles.ts';
import type { ComponentPlace } from '../../core/relevance/subject/subject.ts';
import type { MatchedVersion } from './matched-version.ts';
import {
  keyOf,
  toOpinionSubjects,
  type FindingKey,
  type OpinionSubject,
  type PublishedVersion,
  type VersionContext,
} from './opinion-subject.ts';
import { listComponentFiles, toHoldingDocument, toPlaces } from './component-places.ts';
import { indexStatements } from '../../core/vex/matching/index-statements.ts';
import { toVexOpinion } from '../../core/vex/to-opinion.ts';
import type { VexSubject, VexSubjectDocument } from '../../core/vex/matching/vex-subject.ts';
import { getSettings, trustLevelOf } from '../../store/people/settings.ts';
import { listStatements } from '../../store/relevance/vex.ts';
import { PackedDocument } from '../../threads/inventory/packed-document.ts';
import { addDays } from '../../core/relevance/calendar.ts';
import { isDecisionApplicable } from '../../core/relevance/decisions/decision-scope.ts';
import {
  judgeDecision,
  listOtherMajors,
  toDecisionOpinion,
  type CurrentConditions,
} from '../../core/relevance/decisions/decision.ts';
import { LIMITS } from '../../core/limits.ts';
import { type ActiveDecision, listActiveDecisions } from '../../store/relevance/decisions.ts';
import { refreshCitedFields, toDecisionConditions } from '../decisions/decision-conditions.ts';

export interface GatheredOpinions extends VersionContext {
  /** Empty if the service has neither decisions nor VEX statements. */
  readonly subjects: readonly OpinionSubject[];
  /** By `keyOf`. */
  readonly opinionsOf: NonNullable<FindingContext['opinionsOf']>;
  /** Whether a model was asked about findings of the service. */
  readonly hasAssessments: boolean;
}

export async function gatherOpinions(
  tx: OrgTx,
  version: PublishedVersion,
  asked: {
    readonly at: string;
    readonly sboms: readonly VersionSbom[];
    readonly matched: MatchedVersion;
    /** The id of a finding in the service, or null if it is not published yet. Without `idOf`, only the context is loaded. */
    readonly idOf?: (finding: FindingKey) => string | null;
  },
): Promise<GatheredOpinions> {
  const { idOf, matched } = asked;
  const known = await findKnownOpinions(tx, version.serviceId);
  const hasAssessments = known.aiAssessments;
  const around = {
    ...(await loadVersionContext(tx, version.serviceId, asked, known.profiles)),
    reachabilityOf: known.reachability ? await loadReachability(tx, version.id, matched) : undefined,
    codeOf: await loadNamedCode(tx, matched),
    answers: known.questionAnswers ? await loadAnswers(tx, version.serviceId, asked.at) : undefined,
    hasAssessments,
  };
  if (idOf === undefined || (!known.decisions && !known.statements))
    return { ...around, subjects: [], opinionsOf: () => NOTHING };
  const placesOf = (id: string): readonly ComponentPlace[] => around.places.get(id) ?? [];
  const { components, vulnerabilities } = matched;
  const subjects = await collectYielding(toOpinionSubjects(components, vulnerabilities, { idOf, placesOf }));
  const decisions = known.decisions ? await gatherDecisions(tx, version, { ...asked, subjects, around }) : NONE;
  const statements = known.statements ? await gatherStatements(tx, version, { ...asked, subjects }) : NONE;
  return {
    ...around,
    subjects,
    opinionsOf: (finding) => ({
      decisions: decisions.get(keyOf(finding)) ?? [],
      statements: statements.get(keyOf(finding)) ?? [],
    }),
  };
}

const NOTHING: StoredOpinions = {};
const NONE: ReadonlyMap<string, readonly Opinion[]> = new Map();

async function loadVersionContext(
  tx: OrgTx,
  serviceId: string,
  { sboms, matched }: { readonly sboms: readonly VersionSbom[]; readonly matched: MatchedVersion },
  hasProfiles: boolean,
): Promise<VersionContext> {
  const { components } = matched;
  const loaded = hasProfiles ? await loadProfiles(tx, serviceId) : [];
  // Only runtime documents (confinement or observations) refer to files.
  const hasRuntime = loaded.some(({ documents }) => documents.some(({ document }) => !isDeployment(document)));
  const files = hasRuntime ? await listComponentFiles(tx, sboms, components) : undefined;
  return {
    places: toPlaces(sboms.map(toHoldingDocument), components, files),
    profiles: toVersionProfiles(loaded, sboms.flatMap(toProfiledDocument)),
    used: loaded.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    notes: new Map(loaded.flatMap(({ name, fields }) => toNotes(name, fields['text.notes']?.value))),
  };
}

function toNotes(name: string, value: unknown): [string, string][] {
  return typeof value === 'string' && value !== '' ? [[name, value]] : [];
}

// Loads the VEX statements about the findings of a version, as far as the organization trusts their authors.

/** Returns statements by `keyOf`; findings without a statement are missing. */
async function gatherStatements(
  tx: OrgTx,
  version: PublishedVersion,
  { subjects, sboms }: { readonly subjects: readonly OpinionSubject[]; readonly sboms: readonly VersionSbom[] },
): Promise<ReadonlyMap<string, readonly Opinion[]>> {
  const ids = [...new Set(subjects.flatMap((subject) => subject.ids))];
  const statements = await listStatements(tx, { serviceId: version.serviceId, versionId: version.id }, ids);
  if (statements.length === 0) return new Map();
  const settings = await getSettings(tx);
  const names = await getVersionNames(tx, version);
  const documents = await readDocuments(tx, sboms);
  const index = indexStatements(statements);
  const found = subjects.flatMap((subject): [string, readonly Opinion[]][] => {
    const opinions = index.find(toVexSubject(subject, names, documents)).map((statement) => {
      const trust = trustLevelOf(settings, statement.author);
      return toStatementOpinion(toVexOpinion(statement, { trust, statementId: statement.statementId }));
    });
    return opinions.length === 0 ? [] : [[keyOf(subject), opinions]];
  });
  return new Map(found);
}

type Documents = ReadonlyMap<string, Omit<VexSubjectDocument, 'refs'>>;

function toVexSubject(
  { ids, purls, componentVersion, places, occurrences }: OpinionSubject,
  { service, versions }: VersionNames,
  documents: Documents,
): VexSubject {
  const refs = Map.groupBy(occurrences, ({ sbomId }) => sbomId);
  return {
    ids,
    component: { purls, version: componentVersion },
    service: { names: [service], versions },
    images: [...new Set(places.flatMap(({ image }) => image ?? []))].map((reference) => ({
      reference,
      digest: null,
      purls: [],
    })),
    documents: places.flatMap(({ sbomId }) => {
      const document = documents.get(sbomId ?? '');
      return document === undefined
        ? []
        : [{ ...document, refs: (refs.get(sbomId) ?? []).map(({ bomRef }) => bomRef) }];
    }),
  };
}

/** The subject of each document, read only if a statement may refer to it. */
async function readDocuments(tx: OrgTx, sboms: readonly VersionSbom[]): Promise<Documents> {
  const documents = new Map<string, Omit<VexSubjectDocument, 'refs'>>();
  for (const { id, traits } of sboms) {
    const packed = await findPackedDocument(tx, id);
    const subject = packed && new PackedDocument(packed).subject;
    documents.set(id, {
      serialNumber: traits?.serialNumber ?? null,
      version: traits?.version ?? null,
      root:
        subject === undefined ? null : { ref: null, name: subject.name, version: subject.version ?? null, purl: null },
    });
  }
  return documents;
}

interface Asked {
  readonly at: string;
  readonly subjects: readonly OpinionSubject[];
  readonly around: VersionContext;
}

/**
 * Loads the decisions of users and compares their conditions with the current state. Returns them by `keyOf`; findings without a
 * decision are missing.
 */
export async function gatherDecisions(
  tx: OrgTx,
  version: PublishedVersion,
  { at, subjects, around }: Asked,
): Promise<ReadonlyMap<string, readonly Opinion[]>> {
  const packages = [...new Set(subjects.map((subject) => subject.package))];
  const decisions = packages.length === 0 ? [] : await listActiveDecisions(tx, version, packages);
  const byPackage = Map.groupBy(decisions, (decision) => decision.package);
  const decided = subjects.flatMap((subject) => {
    const reaching = (byPackage.get(subject.package) ?? []).filter((each) =>
      isDecisionApplicable(each, toReached(subject, version)),
    );
    return reaching.length === 0 ? [] : [{ subject, reaching }];
  });
  const versionsOf = toVersions(subjects);
  const sinceOf = await loadVersionsSince(tx, decided, versionsOf);
  return new Map(
    decided.map(({ subject, reaching }) => {
      const versions = versionsOf(subject);
      const opinions = reaching.map((decision): Opinion => {
        const fields = refreshCitedFields(
          decision.conditions.profileFields,
          around.profiles.profilesOf(subject.places),
        );
        const since = sinceOf(subject, listOtherMajors(decision.conditions, versions));
        const today = {
          ...toDecisionConditions(subject.vulnerability, versions, fields),
          componentVersionsSince: since,
        };
        return toOpinion(decision, today, at);
      });
      return [keyOf(subject), opinions];
    }),
  );
}

function toReached(subject: OpinionSubject, { id: versionId, serviceId }: PublishedVersion) {
  const { findingId, package: name, ids, places } = subject;
  return { findingId, serviceId, versionId, package: name, ids, images: places.map(({ image }) => image) };
}

function toOpinion(decision: ActiveDecision, today: CurrentConditions, at: string): Opinion {
  const judgment = judgeDecision(decision, today, at);
  const isInGrace = judgment.applies && judgment.why.includes('major-version-changed');
  const graceUntil = isInGrace ? addDays(today.componentVersionsSince ?? at, LIMITS.decisionGraceDays) : undefined;
  return {
    ...toDecisionOpinion(decision, judgment),
    action: decision.action,
    ...(graceUntil !== undefined && { graceUntil }),
  };
}

/** Versions of the package that have the finding here. */
function toVersions(subjects: readonly OpinionSubject[]): (subject: OpinionSubject) => readonly string[] {
  const idOf = (subject: OpinionSubject): string => subject.findingId ?? keyOf(subject);
  const byFinding = Map.groupBy(subjects, idOf);
  return (subject) => [
    ...new Set((byFinding.get(idOf(subject)) ?? []).flatMap(({ componentVersion }) => componentVersion ?? [])),
  ];
}

/** Only queried if a package has moved to a major version that no decision covers. */
async function loadVersionsSince(
  tx: OrgTx,
  decided: readonly { readonly subject: OpinionSubject; readonly reaching: readonly ActiveDecision[] }[],
  versionsOf: (subject: OpinionSubject) => readonly string[],
): Promise<(subject: OpinionSubject, versions: readonly string[]) => string | null> {
  const moved = decided.filter(({ subject, reaching }) =>
    reaching.some(({ conditions }) => listOtherMajors(conditions, versionsOf(subject)).length > 0),
  );
  if (moved.length === 0) return () => null;
  const known = await listFirstSeenByVersion(tx, [...new Set(moved.flatMap(({ subject }) => subject.findingId ?? []))]);
  return ({ findingId }, versions) => {
    const sinces = findingId === null ? undefined : known.get(findingId);
    return versions.flatMap((version) => sinces?.get(version) ?? []).toSorted()[0] ?? null;
  };
}
