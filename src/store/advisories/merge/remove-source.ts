/** Removes a source with all of its records, and updates the groups and revisions that depend on them. */
import { sql } from 'kysely';
import type { ReferenceTx } from '../../database.ts';
import { updateAliasGroups } from './update-alias-groups.ts';
import { raiseGroupsOfSource } from './group-revisions.ts';
import { updateReleaseStates } from './release-states.ts';
import { clearStaging } from './staging.ts';

/** Raises the keys of the source, so that no cached result of its records remains valid. */
export async function removeSource(tx: ReferenceTx, name: string, snapshot: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(aliases || id) as id from advisory_record where source = ${name}`.execute(tx.db);
  await sql`
    update package_key set revision = ${snapshot}
    where key in (select package_key from affected_entry where source = ${name} and active)`.execute(tx.db);
  await raiseGroupsOfSource(tx, name, snapshot);
  await clearStaging(tx, name);
  await sql`delete from advisory_record where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_revision where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_directory where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_snapshot where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_source where name = ${name}`.execute(tx.db);
  await updateAliasGroups(
    tx,
    rows.map((row) => row.id),
    snapshot,
  );
  await updateReleaseStates(tx, snapshot);
}
