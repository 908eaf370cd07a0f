/** The deciding reasons of published findings. Read only for findings whose relevance has changed, because details are large. */
import { sql } from 'kysely';
import type { HidingReason } from '../../../core/history/changes/explain-change.ts';
import { toDecidingOpinion, type DecidingOpinion } from '../../../core/history/changes/relevance-cause.ts';
import type { Verdict } from '../../../core/relevance/opinions/verdict.ts';
import type { OrgTx } from '../../database.ts';
import { FACTS_OF_ROW } from '../finding-details.ts';
import { toOpinions, type StoredOpinion } from '../stored-detail.ts';

/** Both are null in rows that were written before opinions existed. */
interface JudgedRow {
  readonly basis: Verdict['basis'] | null;
  readonly reasons: readonly StoredOpinion[] | null;
}

/** Returns the deciding reasons by row id. */
export async function listDecidingReasons(
  tx: OrgTx,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, DecidingOpinion>> {
  const { rows } = await sql<JudgedRow & { id: string }>`
    select v.id, d.detail #>> '{relevance,basis}' as basis, d.detail->'reasons' as reasons from version_finding v ${FACTS_OF_ROW}
    where v.org_id = ${tx.orgId} and v.id = any(${rowIds}::uuid[])`.execute(tx.db);
  return new Map(
    rows.map(({ id, basis, reasons }) => [id, toDecidingOpinion(toOpinions(reasons), basis ?? 'default')]),
  );
}

/** Returns by fingerprint the findings of the version that are hidden by a person, VEX or a profile, with the reason. */
export async function listHidingReasons(
  tx: OrgTx,
  versionId: string,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, HidingReason>> {
  if (fingerprints.length === 0) return new Map();
  const { rows } = await sql<JudgedRow & { fingerprint: string }>`
    select encode(o.fingerprint, 'hex') as fingerprint, d.detail #>> '{relevance,basis}' as basis, d.detail->'reasons' as reasons
    from finding o join finding f on f.org_id = o.org_id and (f.id = o.id or f.merged_into = o.id)
    join version_finding v on v.org_id = f.org_id and v.finding_id = f.id and v.version_id = ${versionId}
    ${FACTS_OF_ROW}
    where o.org_id = ${tx.orgId} and o.fingerprint = any(${fingerprints.map((each) => Buffer.from(each, 'hex'))}::bytea[])
      and v.known_to is null and v.relevance = 'not_relevant'
    order by v.id`.execute(tx.db);
  return new Map(
    rows.flatMap(({ fingerprint, basis, reasons }): [string, HidingReason][] => {
      const opinions = toOpinions(reasons);
      const word = toDecidingOpinion(opinions, basis ?? 'default');
      const cause = word.basis === 'human' || word.basis === 'vex' ? 'decision' : 'profile';
      const [deciding] = opinions;
      if (deciding === undefined || (cause === 'profile' && !word.isProfileBased)) return [];
      const { actor, code, text } = deciding;
      return [[fingerprint, { cause, by: actor, code, text }]];
    }),
  );
}
