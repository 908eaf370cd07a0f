/** Why findings that stay have become worse, or matter more or less than before: asked for only where that is so. */
import { explainChange, type Cause } from '../core/history/explain-change.ts';
import { compareStayed, type Escalation, type RelevanceChange } from '../core/history/stayed-changes.ts';
import { listRatedRecords, readExploitSnapshots, type RatedRecord } from '../store/advisories/fact-changes.ts';
import { listRecordChanges } from '../store/advisories/record-changes.ts';
import { readSnapshot } from '../store/advisories/snapshots.ts';
import type { OrgTx } from '../store/database.ts';
import type { PublishedBase } from '../store/findings/published-base.ts';
import type { PresentRow, WantedFinding } from '../store/findings/version-findings.ts';
import { ENGINE_VERSION } from './deps.ts';

interface Explained {
  readonly cause: Cause;
  readonly detail: Readonly<Record<string, unknown>>;
}
export type ExplainedEscalation = Escalation & Explained;
export type ExplainedRelevance = RelevanceChange & Explained;

export interface ExplainedStayed {
  readonly escalations: readonly ExplainedEscalation[];
  readonly relevance: readonly ExplainedRelevance[];
}

export const NOTHING_STAYED: ExplainedStayed = { escalations: [], relevance: [] };

/** Against what the version itself has published before: what another version was told is no news of this one. */
export async function explainStayed(
  tx: OrgTx,
  wanted: readonly WantedFinding[],
  base: { readonly published: PublishedBase; readonly rows: readonly PresentRow[] },
): Promise<ExplainedStayed> {
  const { escalations, relevance } = compareStayed(base.rows, wanted);
  return {
    escalations: escalations.length === 0 ? [] : await explainEscalations(tx, escalations, wanted, base.published),
    relevance: relevance.length === 0 ? [] : await explainRelevance(tx, relevance, base.published),
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
  const exploited = await readExploitSnapshots(tx, ids);
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
  published: PublishedBase,
): Promise<ExplainedRelevance[]> {
  const head = { snapshot: await readSnapshot(tx), engineVersion: ENGINE_VERSION };
  const groupIds = changes.map(({ finding }) => finding.places[0].groupId);
  const stretch = { after: published.snapshot ?? head.snapshot, upTo: head.snapshot };
  const records = await listRecordChanges(tx, { groupIds, recordIds: [] }, stretch);
  return changes.map((change) => {
    const { from, to, finding, versions } = change;
    const asked = { groupId: finding.places[0].groupId, recordIds: [], ...versions };
    const { cause, records: told, engine, component } = explainChange(asked, published, head, records);
    const [record] = told;
    const evidence = {
      ...(component !== null && { component }),
      ...(engine !== null && { engine }),
      ...(record !== undefined && { record: record.id, change: record.change, modified: record.modified }),
      ...(cause === 'advisory' && { snapshot: record?.snapshot ?? head.snapshot }),
    };
    return { ...change, cause, detail: { from, to, ...evidence } };
  });
}
