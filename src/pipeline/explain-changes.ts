/** Why findings have begun or ended: what the tables know of it, asked for only where something has changed. */
import { compareFindings, type Delta } from '../core/history/compare-findings.ts';
import { explainPublication, listUnexplained, type FindingChange } from '../core/history/explain-publication.ts';
import { listRecordChanges } from '../store/advisories/record-changes.ts';
import { readSnapshot } from '../store/advisories/snapshots.ts';
import type { OrgTx } from '../store/database.ts';
import { hasChangedSince } from '../store/findings/outdated-versions.ts';
import {
  listDeletedHolders,
  listHeldVersions,
  listLostBefore,
  listRecordIds,
  type PublishedBase,
} from '../store/findings/published-base.ts';
import type { PresentRow, WantedFinding } from '../store/findings/version-findings.ts';
import { ENGINE_VERSION } from './deps.ts';

export interface ExplainedChanges {
  readonly changes: readonly FindingChange[];
  readonly delta: Delta;
}

export async function explainChanges(
  tx: OrgTx,
  wanted: readonly WantedFinding[],
  base: { readonly published: PublishedBase | undefined; readonly rows: readonly PresentRow[] },
  sets: readonly Buffer[],
): Promise<ExplainedChanges> {
  const difference = compareFindings(base.rows, wanted);
  const { begun, ended, delta } = difference;
  const all = [...begun, ...ended];
  if (all.length === 0) return { changes: [], delta };
  const { published } = base;
  // What was matched may be newer than the snapshot that the analysis has begun with.
  const head = { snapshot: await readSnapshot(tx), engineVersion: ENGINE_VERSION };
  const packages = all.map(({ places }) => places[0].package);
  const sides = { before: published?.sets ?? [], now: sets };
  const held = published === undefined ? [] : await listHeldVersions(tx, packages, sides);
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
  const unexplained = listUnexplained(all, held);
  const about = {
    groupIds: unexplained.map(({ places }) => places[0].groupId),
    recordIds: [...recordIds.values()].flat(),
  };
  const after = (unexplained.length > 0 && (await findBaseSnapshot(tx, published))) || head.snapshot;
  const records = unexplained.length === 0 ? [] : await listRecordChanges(tx, about, { after, upTo: head.snapshot });
  const deletedSboms = await listDeletedHolders(
    tx,
    ended.flatMap(({ places }) => places),
  );
  const known = new Set(wanted.filter(({ identity }) => !identity.isNew).map(({ findingId }) => findingId));
  const isNew = (findingId: string): boolean => !known.has(findingId);
  const origin = published && { ...published, snapshot: published.snapshot === null ? null : after };
  const lost =
    published === undefined
      ? new Set()
      : await listLostBefore(
          tx,
          published.versionId,
          listUnexplained(begun, held).map(({ findingId }) => findingId),
        );
  const isLost = (findingId: string): boolean => lost.has(findingId);
  const facts = { base: origin, head, held, records, recordIds, deletedSboms, isNew, isLost };
  return { delta, changes: explainPublication(difference, facts) };
}

/**
 * From when on changes of the data may be the reason. New data that concerned nothing of a version was never published for it, so
 * it stands on all of it; undefined: on the newest.
 */
async function findBaseSnapshot(tx: OrgTx, published: PublishedBase | undefined): Promise<number | undefined> {
  if (published === undefined || published.snapshot === null) return undefined;
  const isOutdated = await hasChangedSince(tx, published.versionId, published.snapshot);
  return isOutdated ? published.snapshot : undefined;
}
