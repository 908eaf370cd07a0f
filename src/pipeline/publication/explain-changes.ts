/** Explains why findings were introduced or resolved. Facts are only queried if something has changed. */
import { compareFindings, type Delta } from '../../core/history/changes/compare-findings.ts';
import type { RecordChange } from '../../core/history/changes/explain-change.ts';
import {
  explainPublication,
  listUnexplained,
  type FindingChange,
} from '../../core/history/changes/explain-publication.ts';
import { listRecordChanges } from '../../store/advisories/vulnerabilities/record-changes.ts';
import { getSnapshot } from '../../store/advisories/snapshots.ts';
import type { OrgTx } from '../../store/database.ts';
import { hasChangedSince } from '../../store/findings/publication/outdated-versions.ts';
import {
  listDeletedDocuments,
  listVersionsInSets,
  listPreviouslyLost,
  listRecordIds,
  type PublishedBase,
} from '../../store/findings/publication/published-base.ts';
import type { CurrentFinding, WantedFinding } from '../../store/findings/publication/version-findings.ts';
import { ENGINE_VERSION } from '../deps.ts';

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
