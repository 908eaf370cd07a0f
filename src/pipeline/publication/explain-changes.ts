/** Explains why findings were introduced or resolved, or changed. Facts are only queried if something has changed. */
import { compareFindings, type Delta } from '../../core/history/changes/compare-findings.ts';
import { type RecordChange, explainChange } from '../../core/history/changes/explain-change.ts';
import {
  explainPublication,
  listUnexplained,
  type FindingChange,
} from '../../core/history/changes/explain-publication.ts';
import {
  listRecordChanges,
  listRatedRecords,
  listExploitSnapshots,
  type RatedRecord,
} from '../../store/advisories/vulnerabilities/record-changes.ts';
import { getSnapshot } from '../../store/advisories/snapshots.ts';
import type { OrgTx } from '../../store/database.ts';
import { hasChangedSince } from '../../store/findings/publication/outdated-versions.ts';
import {
  listDeletedDocuments,
  listVersionsInSets,
  listPreviouslyLost,
  listRecordIds,
  type PublishedBase,
  listDecidingReasons,
} from '../../store/findings/publication/published-base.ts';
import type { CurrentFinding, WantedFinding } from '../../store/findings/publication/version-findings.ts';
import { ENGINE_VERSION } from '../deps.ts';
import { findRelevanceCause, toDecidingOpinion } from '../../core/history/changes/relevance-cause.ts';
import {
  comparePersistingFindings,
  type Escalation,
  type RelevanceChange,
} from '../../core/history/changes/persisting-changes.ts';
import type { FindingDetail } from '../../core/history/findings/version-findings.ts';
import type { Cause } from '../../core/vocabulary/change.ts';
import type { UsedProfile } from '../../store/findings/analyses/stored-analysis.ts';

export interface ExplainedChanges {
  readonly changes: readonly FindingChange[];
  readonly delta: Delta;
}

export async function explainChanges(
  tx: OrgTx,
  wanted: readonly WantedFinding[],
  base: {
    readonly published: PublishedBase | undefined;
    readonly rows: readonly CurrentFinding[];
    /** Sets of documents that the base did not have: their components count as present before. */
    readonly unseenSets: readonly Buffer[];
  },
  sets: readonly Buffer[],
): Promise<ExplainedChanges> {
  const difference = compareFindings(base.rows, wanted);
  const { begun, ended, delta } = difference;
  const all = [...begun, ...ended];
  if (all.length === 0) return { changes: [], delta };
  const { published } = base;
  // The matches may be newer than the snapshot at the start of the analysis.
  const head = { snapshot: await getSnapshot(tx), engineVersion: ENGINE_VERSION };
  const packages = all.map(({ places }) => places[0].package);
  const sides = { before: [...(published?.sets ?? []), ...base.unseenSets], now: sets };
  const held = published === undefined ? [] : await listVersionsInSets(tx, packages, sides);
  const recordIds = new Map([
    ...listUnexplained(begun, held).map((finding): [string, string[]] => [
      finding.findingId,
      finding.places.flatMap((place) => place.finding.detail.match.evidence.map(({ recordId }) => recordId)),
    ]),
    ...(await listRecordIds(
      tx,
      listUnexplained(ended, held).flatMap(({ places }) => places),
    )),
  ]);
  const asked = listUnexplained(all, held).map(({ findingId, places }) => ({
    groupId: places[0].groupId,
    recordIds: recordIds.get(findingId) ?? [],
  }));
  const { after, records } = await loadRecordChanges(tx, published, head.snapshot, asked);
  const deletedSboms = await listDeletedDocuments(
    tx,
    ended.flatMap(({ places }) => places),
  );
  const known = new Set(wanted.filter(({ identity }) => !identity.isNew).map(({ findingId }) => findingId));
  const isNew = (findingId: string): boolean => !known.has(findingId);
  const origin = published && { ...published, snapshot: published.snapshot === null ? null : after };
  const begunIds = listUnexplained(begun, held).map(({ findingId }) => findingId);
  const lost = published && (await listPreviouslyLost(tx, published.versionId, begunIds));
  const isLost = (findingId: string): boolean => lost?.has(findingId) === true;
  const facts = { base: origin, head, held, records, recordIds, deletedSboms, isNew, isLost };
  return { delta, changes: explainPublication(difference, facts) };
}

interface Asked {
  readonly groupId: string;
  readonly recordIds: readonly string[];
}

/**
 * Returns the record changes since the base, and the snapshot from which they can be the cause. New data that does not affect a
 * version is never published for it: if no record explains a finding and nothing else has changed, the version is up to date with
 * all of it.
 */
async function loadRecordChanges(
  tx: OrgTx,
  published: PublishedBase | undefined,
  upTo: number,
  asked: readonly Asked[],
): Promise<{ readonly after: number; readonly records: readonly RecordChange[] }> {
  const after = published?.snapshot ?? upTo;
  if (published === undefined || after >= upTo || asked.length === 0) return { after, records: [] };
  const about = {
    groupIds: asked.map(({ groupId }) => groupId),
    recordIds: asked.flatMap(({ recordIds }) => recordIds),
  };
  const records = await listRecordChanges(tx, about, { after, upTo });
  const changed = new Set(records.flatMap(({ id, groupIds }) => [id, ...groupIds]));
  const isExplained = asked.every(({ groupId, recordIds }) => [groupId, ...recordIds].some((id) => changed.has(id)));
  if (isExplained || (await hasChangedSince(tx, published.versionId, after))) return { after, records };
  return { after: upTo, records };
}

interface Explained {
  readonly cause: Cause;
  readonly detail: Readonly<Record<string, unknown>>;
}
export type ExplainedEscalation = Escalation & Explained;
export type ExplainedRelevance = RelevanceChange & Explained;

export interface ExistingFindingChanges {
  readonly escalations: readonly ExplainedEscalation[];
  readonly relevance: readonly ExplainedRelevance[];
}

export const NO_EXISTING_CHANGES: ExistingFindingChanges = { escalations: [], relevance: [] };

/**
 * Explains why existing findings became worse, or more or less relevant. Compares with the last publication of the same version: a
 * change announced for another version is not news for this one.
 */
export async function explainExistingFindings(
  tx: OrgTx,
  wanted: readonly WantedFinding[],
  base: {
    readonly published: PublishedBase;
    readonly rows: readonly CurrentFinding[];
    /** Profiles that are used now. */
    readonly profiles: readonly UsedProfile[];
  },
): Promise<ExistingFindingChanges> {
  const { escalations, relevance } = comparePersistingFindings(base.rows, wanted);
  return {
    escalations: escalations.length === 0 ? [] : await explainEscalations(tx, escalations, wanted, base.published),
    relevance: relevance.length === 0 ? [] : await explainRelevance(tx, relevance, { ...base, wanted }),
  };
}

async function explainEscalations(
  tx: OrgTx,
  escalations: readonly Escalation[],
  wanted: readonly WantedFinding[],
  { snapshot }: PublishedBase,
): Promise<ExplainedEscalation[]> {
  const findingOf = new Map(wanted.map(({ findingId, finding }) => [findingId, finding]));
  const groupIds = escalations.map(({ finding }) => finding.places[0].groupId);
  const rated = Map.groupBy(await listRatedRecords(tx, groupIds, snapshot ?? 0), ({ groupId }) => groupId);
  const ids = escalations.flatMap(({ finding }) => findingOf.get(finding.findingId)?.ids ?? []);
  const exploited = await listExploitSnapshots(tx, ids);
  return escalations.map((escalation) => {
    const { findingId, places } = escalation.finding;
    const found = findingOf.get(findingId);
    const { kev, ssvc } = found?.detail.vulnerability ?? { kev: null, ssvc: null };
    const reasons = escalation.reasons.map((each) => {
      if (each.reason === 'severity') return { ...each, ...toEvidence(rated.get(places[0].groupId), each.to) };
      if (each.reason === 'known-exploited') return { ...each, dateAdded: kev?.dateAdded ?? null };
      return { ...each, at: ssvc?.at ?? null };
    });
    const isExploit = escalation.reasons.some(({ reason }) => reason !== 'severity');
    const snapshots = [
      ...(isExploit ? (found?.ids ?? []).flatMap((id) => exploited.get(id) ?? []) : []),
      ...reasons.flatMap((each) => ('snapshot' in each ? each.snapshot : [])),
    ];
    const newest = snapshots.length > 0 && { snapshot: Math.max(...snapshots) };
    return { ...escalation, cause: 'advisory', detail: { reasons, ...newest } };
  });
}

function toEvidence(
  records: readonly RatedRecord[] = [],
  severity: string,
): Partial<Pick<RatedRecord, 'record' | 'modified' | 'snapshot'>> {
  const found = records.find((each) => each.severity === severity);
  return found === undefined ? {} : { record: found.record, modified: found.modified, snapshot: found.snapshot };
}

async function explainRelevance(
  tx: OrgTx,
  changes: readonly RelevanceChange[],
  base: Parameters<typeof explainExistingFindings>[2] & { readonly wanted: readonly WantedFinding[] },
): Promise<ExplainedRelevance[]> {
  const { published } = base;
  const causes = await findCauses(tx, changes, base);
  const head = { snapshot: await getSnapshot(tx), engineVersion: ENGINE_VERSION };
  const groupIds = changes.map(({ finding }) => finding.places[0].groupId);
  const stretch = { after: published.snapshot ?? head.snapshot, upTo: head.snapshot };
  const records = await listRecordChanges(tx, { groupIds, recordIds: [] }, stretch);
  return changes.map((change) => {
    const { from, to, finding, versions } = change;
    const judged = causes.get(finding.findingId);
    if (judged !== undefined) return { ...change, cause: judged.cause, detail: { from, to, ...judged.evidence } };
    const asked = { groupId: finding.places[0].groupId, recordIds: [], ...versions };
    const { cause, records: recordChanges, engine, component } = explainChange(asked, published, head, records);
    const [record] = recordChanges;
    const evidence = {
      ...(component !== null && { component }),
      ...(engine !== null && { engine }),
      ...(record !== undefined && { record: record.id, change: record.change, modified: record.modified }),
      ...(cause === 'advisory' && { snapshot: record?.snapshot ?? head.snapshot }),
    };
    return { ...change, cause, detail: { from, to, ...evidence } };
  });
}

interface ExplainedCause {
  readonly cause: Cause;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Returns causes by finding; findings that documents and advisories explain are missing. */
async function findCauses(
  tx: OrgTx,
  changes: readonly RelevanceChange[],
  { published, rows, profiles, wanted }: Parameters<typeof explainRelevance>[2],
): Promise<ReadonlyMap<string, ExplainedCause>> {
  const changed = new Set(changes.map(({ finding }) => finding.findingId));
  const ofChanged = <Row extends { readonly findingId: string }>(all: readonly Row[]): Map<string, Row[]> =>
    Map.groupBy(
      all.filter(({ findingId }) => changed.has(findingId)),
      ({ findingId }) => findingId,
    );
  const [before, now] = [ofChanged(rows), ofChanged(wanted)];
  const words = await listDecidingReasons(
    tx,
    [...before.values()].flat().map(({ id }) => id),
  );
  const isOtherProfile = JSON.stringify(published.profiles) !== JSON.stringify(profiles);
  const judged = [...changed].flatMap((findingId): [string, ExplainedCause][] => {
    const past = (before.get(findingId) ?? []).flatMap(({ id }) => words.get(id) ?? []);
    const present = (now.get(findingId) ?? []).map(({ finding: { detail } }) => detail);
    const cause = findRelevanceCause(
      past,
      present.map(({ reasons, relevance }) => toDecidingOpinion(reasons, relevance.basis)),
      { isOtherProfile },
    );
    return cause === undefined ? [] : [[findingId, { cause, evidence: toCauseEvidence(present) }]];
  });
  return new Map(judged);
}

/** Returns the deciding reason, or why a decision no longer applies. */
function toCauseEvidence(details: readonly FindingDetail[]): ExplainedCause['evidence'] {
  const reasons = details.flatMap((detail) => detail.reasons);
  const over = reasons.find(({ kind, applies }) => kind === 'human' && applies === false);
  const [deciding] = details.flatMap(({ reasons: [first], relevance }) =>
    relevance.basis === 'default' || first === undefined ? [] : [first],
  );
  return {
    ...(deciding !== undefined && { by: deciding.actor, code: deciding.code, state: deciding.state }),
    ...(over?.changedSince !== undefined && { decision: over.sourceId, changedSince: over.changedSince }),
  };
}
