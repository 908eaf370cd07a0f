/**
 * A Citus cluster of a test: a coordinator and workers, which can be killed and started again. Needs the programs of a PostgreSQL
 * with Citus (`scripts/build-citus.sh`), in the folder that ASSAY_TEST_CITUS_BIN names.
 */
import type pg from 'pg';
import { createServerFolder, type ServerNode } from './server-nodes.ts';

export const CITUS_BIN = process.env['ASSAY_TEST_CITUS_BIN'];

export interface CitusNode extends Omit<ServerNode, 'ask'> {
  /** Runs one statement in the database of Assay as the superuser. */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface CitusCluster {
  /** Of the database on the coordinator, for the ordinary role. */
  readonly url: string;
  readonly coordinator: CitusNode;
  readonly workers: readonly CitusNode[];
  /** Returns the worker that holds the rows of an organization. */
  findWorker(orgId: string): Promise<CitusNode>;
  stop(): Promise<void>;
}

export async function startCitusCluster(bin: string, workerCount: number): Promise<CitusCluster> {
  const folder = await createServerFolder(bin);
  const addNode = async (): Promise<CitusNode> => {
    const server = await folder.add(SETTINGS);
    await server.ask('postgres', 'create role assay login');
    await server.ask('postgres', 'create database assay owner assay');
    const node: CitusNode = {
      ...server,
      ask: async (statement, values) => await server.ask('assay', statement, values),
    };
    await node.ask('create extension citus');
    return node;
  };
  const coordinator = await addNode();
  await coordinator.ask(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port]);
  const workers: CitusNode[] = [];
  while (workers.length < workerCount) {
    const worker = await addNode();
    await coordinator.ask(`select citus_add_node('127.0.0.1', $1)`, [worker.port]);
    workers.push(worker);
  }
  return {
    url: `postgres://assay@127.0.0.1:${coordinator.port}/assay`,
    coordinator,
    workers,
    findWorker: async (orgId) => {
      const [place] = await coordinator.ask<{ port: number }>(
        `select n.nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
         where p.shardid = get_shard_id_for_distribution_column('sbom', $1::uuid)`,
        [orgId],
      );
      const found = workers.find(({ port }) => port === place?.port);
      if (found === undefined) throw new Error(`No worker holds the rows of organization ${orgId}.`);
      return found;
    },
    stop: async () => await folder.stop(),
  };
}

const SETTINGS = `
shared_preload_libraries = 'citus'
max_connections = 200
max_prepared_transactions = 300
max_worker_processes = 64
citus.shard_count = 8
# The next attempt to reach a killed worker must not wait for long.
citus.recover_2pc_interval = '1s'
`;
