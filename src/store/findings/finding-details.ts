/**
 * Details of findings, stored once per organization by the hash of their content. The facts are the same for all versions of a
 * service, and mostly for all versions of a package; the place describes one component in one version. Rows of `version_finding`
 * refer to both.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../database.ts';
import { merged } from '../shared-transactions.ts';

/** Joins the facts `d` and the place `p` of the row `v`. */
export const FACTS_OF_ROW = sql`join finding_detail d on d.org_id = v.org_id and d.sha256 = v.facts_sha256`;
export const PLACE_OF_ROW = sql`join finding_detail p on p.org_id = v.org_id and p.sha256 = v.place_sha256`;

/** The same as columns: without joins, a query over many tables is planned faster. */
export const factsColumn = (tx: OrgTx): RawBuilder<unknown> =>
  sql`(select d.detail from finding_detail d where d.org_id = ${tx.orgId} and d.sha256 = v.facts_sha256)`;
export const placeColumn = (tx: OrgTx): RawBuilder<unknown> =>
  sql`(select p.detail from finding_detail p where p.org_id = ${tx.orgId} and p.sha256 = v.place_sha256)`;
/** The version of the component. Never joined: the planner would read all components of the organization, of which it expects few. */
export const versionColumn = (tx: OrgTx): RawBuilder<unknown> =>
  sql`(select c.version from component c where c.org_id = ${tx.orgId} and c.id = v.component_id)`;

/**
 * Returns the hash of each detail by its JSON text. Inserts new details and protects all of them from removal until the
 * transaction ends.
 */
export const saveDetails = merged(async (tx: OrgTx, all: readonly ReadonlySet<string>[]) => {
  // Sorted, so that two transactions that add the same details cannot deadlock.
  const sorted = [...new Set(all.flatMap((texts) => [...texts]))].toSorted();
  const hashes = new Map<string, string>();
  for (let from = 0; from < sorted.length; from += DETAILS_PER_STATEMENT) {
    const part = sorted.slice(from, from + DETAILS_PER_STATEMENT);
    const added = await addDetails(tx, part);
    for (const [n, text] of part.entries()) hashes.set(text, added[n] ?? '');
  }
  return all.map((): ReadonlyMap<string, string> => hashes);
});

const DETAILS_PER_STATEMENT = 1_000;

async function addDetails(tx: OrgTx, texts: readonly string[]): Promise<string[]> {
  for (;;) {
    const { rows } = await sql<{ hash: string }>`
      with given as materialized (
        select n, detail, sha256(convert_to(detail::text, 'UTF8')) as sha256
        from jsonb_array_elements(${`[${texts.join(',')}]`}::jsonb) with ordinality e(detail, n)
      ), added as (
        insert into finding_detail (org_id, sha256, detail) select ${tx.orgId}::uuid, sha256, detail from given order by n
        on conflict do nothing
      )
      select encode(sha256, 'hex') as hash from given order by n`.execute(tx.db);
    const hashes = rows.map(({ hash }) => hash);
    const locked = await sql`
      select from finding_detail where org_id = ${tx.orgId}
        and sha256 = any(${hashes.map((hash) => `\\x${hash}`)}::bytea[]) for key share`.execute(tx.db);
    // A detail may have been removed between the two statements.
    if (locked.rows.length === new Set(hashes).size) return hashes;
  }
}

/** Removes the given details that no row refers to. A locked detail is about to be used again and stays. */
export async function removeUnusedDetails(tx: OrgTx, hashes: readonly Buffer[]): Promise<void> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from finding_detail where org_id = ${tx.orgId} and sha256 = any(${[...hashes]}::bytea[])
    order by sha256 for update skip locked`.execute(tx.db);
  await sql`
    delete from finding_detail d where d.org_id = ${tx.orgId} and d.sha256 = any(${rows.map(({ sha256 }) => sha256)}::bytea[])
      and not exists (select 1 from version_finding v where v.org_id = ${tx.orgId} and v.facts_sha256 = d.sha256)
      and not exists (select 1 from version_finding v where v.org_id = ${tx.orgId} and v.place_sha256 = d.sha256)`.execute(
    tx.db,
  );
}
