/**
 * Global setup of the integration tests: one PostgreSQL server for the whole run, and a template database with every migration.
 * Uses the embedded server, the server of ASSAY_TEST_DATABASE_URL (a URL that may create databases and roles), or the Citus cluster
 * of ASSAY_TEST_CITUS: the URLs of the superuser on the coordinator and on each worker, separated by spaces.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { starterSet } from '../../src/feeds/starter.ts';
import { loadStarterSet } from '../../src/pipeline/advisories/refresh-sources.ts';
import { startPostgres } from '../../src/postgres/start-postgres.ts';
import { migrateQueue, openQueue } from '../../src/queue/pg-boss-queue.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { newId } from '../../src/store/new-id.ts';
import { createThreadPool } from '../../src/threads/pool/thread-pool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresAdminUrl: string;
    /** Of every node: one, or the coordinator and the workers of a Citus cluster. */
    readonly postgresNodeUrls: readonly string[];
    readonly postgresTemplate: string;
    /** Includes the starter set, as every start would load it. */
    readonly postgresStarterTemplate: string;
  }
}

const ROLE = 'assay_test';
const PASSWORD = 'assay-test';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await provideServer();
  const [adminUrl, ...workerUrls] = server.adminUrls;
  const template = `assay_template_${process.pid}`;
  const onNodes = async (...statements: string[]): Promise<void> => await runOnNodes(server.adminUrls, statements);
  await onNodes(
    `do $$ begin create role ${ROLE} login password '${PASSWORD}'; exception when duplicate_object then null; end $$`,
    `create database ${template} owner ${ROLE}`,
  );
  const url = toDatabaseUrl(adminUrl, template);
  if (workerUrls.length > 0) await connectNodes(server.adminUrls, template);
  await migrate(url, { citus: workerUrls.length > 0 });
  await migrateQueue({ url, log: () => {} });
  const starterTemplate = `${template}_starter`;
  await copyDatabase(server.adminUrls, template, starterTemplate);
  await loadStarter(toDatabaseUrl(adminUrl, starterTemplate));
  const templates = [template, starterTemplate];
  for (const name of templates) await onNodes(`alter database ${name} with is_template true allow_connections false`);
  project.provide('postgresAdminUrl', adminUrl);
  project.provide('postgresNodeUrls', server.adminUrls);
  project.provide('postgresTemplate', template);
  project.provide('postgresStarterTemplate', starterTemplate);
  return async () => {
    for (const name of templates) {
      await onNodes(`alter database ${name} with is_template false`);
      await dropDatabase(server.adminUrls, name);
    }
    await server.stop();
  };
}

/** The nodes of a cluster have the same databases, with the same object ids, so a copy of each is a copy of the cluster. */
export async function copyDatabase(adminUrls: readonly string[], template: string, name: string): Promise<void> {
  // Citus keeps a connection to every database that was used.
  const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`;
  await runWhenUnused(adminUrls, [
    ...(adminUrls.length > 1 ? [disconnect] : []),
    `create database ${name} template ${template} owner ${ROLE}`,
    ...(adminUrls.length > 1 ? [`alter database ${name} set citus.propagate_set_commands = 'local'`] : []),
  ]);
}

export async function dropDatabase(adminUrls: readonly string[], name: string): Promise<void> {
  await runWhenUnused(adminUrls, [`drop database if exists ${name} with (force)`]);
}

/** A node of a Citus cluster may connect again while a database is copied or dropped, which then fails. */
async function runWhenUnused(adminUrls: readonly string[], statements: readonly string[]): Promise<void> {
  for (const adminUrl of adminUrls) {
    for (let attemptsLeft = adminUrls.length > 1 ? 10 : 1; attemptsLeft > 0; attemptsLeft -= 1) {
      try {
        await runOnNodes([adminUrl], statements);
        break;
      } catch (error) {
        if (attemptsLeft === 1 || !(error instanceof pg.DatabaseError) || error.code !== OBJECT_IN_USE) throw error;
        await delay(200);
      }
    }
  }
}

const OBJECT_IN_USE = '55006';

export async function runOnNodes(adminUrls: readonly string[], statements: readonly string[]): Promise<void> {
  for (const connectionString of adminUrls) {
    const admin = new pg.Client({ connectionString });
    await admin.connect();
    try {
      for (const statement of statements) await admin.query(statement);
    } finally {
      await admin.end();
    }
  }
}

export async function connectNodes(
  [coordinatorUrl, ...workerUrls]: readonly [string, ...string[]],
  database: string,
): Promise<void> {
  const inDatabase = (adminUrl: string): string => new URL(`/${database}`, adminUrl).href;
  const address = (adminUrl: string): string => `'${new URL(adminUrl).hostname}', ${new URL(adminUrl).port}`;
  await runOnNodes([coordinatorUrl, ...workerUrls].map(inDatabase), ['create extension citus']);
  await runOnNodes(
    [inDatabase(coordinatorUrl)],
    [
      `select citus_set_coordinator_host(${address(coordinatorUrl)})`,
      ...workerUrls.map((workerUrl) => `select citus_add_node(${address(workerUrl)})`),
    ],
  );
}

async function loadStarter(url: string): Promise<void> {
  const log = (): void => {};
  const database = openDatabase({ url, connectionsMax: 4, statementTimeoutMs: 60_000, onIdleError: log });
  const queue = await openQueue({ url, log });
  const threads = createThreadPool({ count: 1 });
  try {
    const deps = {
      database,
      queue,
      threads,
      feedIntervalMs: 3_600_000,
      now: Date.now,
      newId,
      crashPoint: log,
      onProgress: log,
    };
    await loadStarterSet(deps, starterSet());
  } finally {
    await threads.close();
    await queue.stop(5_000);
    await database.close();
  }
}

interface TestServer {
  readonly adminUrls: readonly [string, ...string[]];
  readonly stop: () => Promise<void>;
}

async function provideServer(): Promise<TestServer> {
  const [given, ...workers] = (process.env['ASSAY_TEST_CITUS'] ?? process.env['ASSAY_TEST_DATABASE_URL'] ?? '').split(
    ' ',
  );
  if (given !== undefined && given !== '') return { adminUrls: [given, ...workers], stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-test-'));
  const postgres = await startPostgres({ dataDir, purpose: 'serve', durable: false, log: () => {} });
  return {
    adminUrls: [postgres.adminUrl],
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the URL of another database on the same server, for the ordinary role that is subject to row-level security. */
export function toDatabaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.username = ROLE;
  url.password = PASSWORD;
  url.pathname = `/${database}`;
  return url.href;
}
