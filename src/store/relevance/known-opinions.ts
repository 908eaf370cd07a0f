/** Checks which kinds of opinions exist for a service at all: most organizations have none, and then nothing is read. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import { once } from '../shared-transactions.ts';

interface KnownOpinions {
  readonly decisions: boolean;
  readonly statements: boolean;
  readonly profiles: boolean;
  readonly reachability: boolean;
  readonly questionAnswers: boolean;
  readonly aiAssessments: boolean;
}

export async function findKnownOpinions(tx: OrgTx, serviceId: string): Promise<KnownOpinions> {
  return await once(tx, `opinions ${serviceId}`, async () => await readKnownOpinions(tx, serviceId));
}

async function readKnownOpinions(tx: OrgTx, serviceId: string): Promise<KnownOpinions> {
  const { rows } = await sql<KnownOpinions>`
    select exists (select from decision d
      where d.org_id = ${tx.orgId} and d.superseded_by is null and d.action <> 'reverted'
        and (d.service_id = ${serviceId} or d.scope = 'organization')) as decisions,
    exists (select from vex_document d
      where d.org_id = ${tx.orgId} and d.superseded_by is null and d.deleted_at is null
        and (d.service_id is null or d.service_id = ${serviceId})) as statements,
    exists (select from profile p
      where p.org_id = ${tx.orgId} and p.service_id = ${serviceId} and p.deleted_at is null) as profiles,
    exists (select from reachability_document a
      where a.org_id = ${tx.orgId} and a.service_id = ${serviceId}) as reachability,
    exists (select from question_answer q
      where q.org_id = ${tx.orgId} and q.service_id = ${serviceId}) as "questionAnswers",
    exists (select from ai_assessment r where r.org_id = ${tx.orgId} and r.service_id = ${serviceId}) as "aiAssessments"`.execute(
    tx.db,
  );
  return (
    rows[0] ?? {
      decisions: true,
      statements: true,
      profiles: true,
      reachability: true,
      questionAnswers: true,
      aiAssessments: true,
    }
  );
}

export interface VersionNames {
  readonly service: string;
  /** The name of the version and its aliases. */
  readonly versions: readonly string[];
}

export async function getVersionNames(
  tx: OrgTx,
  { id, serviceId }: { readonly id: string; readonly serviceId: string },
): Promise<VersionNames> {
  const { rows } = await sql<VersionNames>`
    select s.name as service, array(select n.name from version_name n
      where n.org_id = ${tx.orgId} and n.service_id = s.id and n.version_id = ${id} order by n.name collate "C") as versions
    from service s where s.org_id = ${tx.orgId} and s.id = ${serviceId}`.execute(tx.db);
  return rows[0] ?? { service: '', versions: [] };
}

/** Returns since when the service has each finding in a version of its package, by finding id and package version. */
export async function listFirstSeenByVersion(
  tx: OrgTx,
  findingIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const { rows } = await sql<{ id: string; version: string; since: Date }>`
    select coalesce(f.merged_into, f.id) as id, c.version, min(v.known_from) as since
    from finding f
    join version_finding v on v.org_id = f.org_id and v.finding_id = f.id
    join component c on c.org_id = v.org_id and c.id = v.component_id and c.version is not null
    where f.org_id = ${tx.orgId} and (f.id = any(${findingIds}::uuid[]) or f.merged_into = any(${findingIds}::uuid[]))
    group by 1, 2`.execute(tx.db);
  const byFinding = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byFinding].map(([id, versions]) => [
      id,
      new Map(versions.map((row) => [row.version, row.since.toISOString()])),
    ]),
  );
}
