/**
 * Moves an organization to another worker of a Citus cluster, as docs/operate/citus.md describes it. Needs ASSAY_TEST_CITUS_BIN, see
 * `citus-cluster.ts`.
 */
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { CITUS_BIN, startCitusCluster } from '../support/citus-cluster.ts';
import { insertGeneratedFindings } from '../support/generated-findings.ts';
import { newOrganization } from '../support/test-assay.ts';

const TIMEOUT_MS = 15 * 60_000;

it(
  'an organization on another worker keeps its rows, and row-level security',
  { timeout: TIMEOUT_MS, skip: CITUS_BIN === undefined },
  async () => {
    const cluster = await startCitusCluster(CITUS_BIN ?? '', 2);
    onTestFinished(async () => await cluster.stop());
    await migrate(cluster.url, { citus: true });
    const database = openDatabase({
      url: cluster.url,
      connectionsMax: 1,
      statementTimeoutMs: 60_000,
      onIdleError: () => {},
    });
    onTestFinished(async () => await database.close());
    const [moved, other] = [await newOrganization(database), await newOrganization(database)];
    const { rows } = await insertGeneratedFindings(database, moved.id);
    const from = await cluster.findWorker(moved.id);
    const to = cluster.workers.find((worker) => worker !== from);
    const move = async (): Promise<unknown> =>
      await cluster.coordinator.ask(
        `select citus_move_shard_placement(get_shard_id_for_distribution_column('sbom', $1::uuid),
           '127.0.0.1', $2, '127.0.0.1', $3, 'block_writes')`,
        [moved.id, from.port, to?.port],
      );
    const countFindings = async (orgId: string): Promise<unknown> =>
      await database.inOrg(
        orgId,
        async ({ client }) => (await client.query('select count(*)::int as count from version_finding')).rows,
      );

    await expect(move()).rejects.toThrow('assay.org_id');
    await cluster.coordinator.ask('alter role assay bypassrls');
    await move();
    await cluster.coordinator.ask('alter role assay nobypassrls');

    expect(await cluster.findWorker(moved.id)).toBe(to);
    expect(await countFindings(moved.id)).toEqual([{ count: rows.length }]);
    expect(await countFindings(other.id)).toEqual([{ count: 0 }]);
  },
);
