/** Plans are created asynchronously after publication: a test that compares stored rows must wait for them first. */
import type { Database } from '../../src/store/database.ts';

/** Waits until every version of all organizations is analyzed and has a plan. */
export async function waitForPlans(database: Database): Promise<void> {
  const orgIds = await database.reference(async ({ client }) => {
    const { rows } = await client.query<{ id: string }>('select id from organization');
    return rows.map(({ id }) => id);
  });
  const isPlanned = async (orgId: string): Promise<boolean> =>
    await database.inOrg(orgId, async ({ client }) => {
      const { rows } = await client.query(
        `select from service_version v where v.planned_generation < v.generation and v.deleted_at is null
           and exists (select from analysis a where a.version_id = v.id and a.coverage is not null) limit 1`,
      );
      return rows.length === 0;
    });
  for (const orgId of orgIds) {
    while (!(await isPlanned(orgId))) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
