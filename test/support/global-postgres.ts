/**
 * Global setup of the integration tests: one PostgreSQL server for the whole run, and a template database with every migration.
 * Uses the embedded server, or the server of ASSAY_TEST_DATABASE_URL (a URL that may create databases and roles).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    readonly postgresTemplate: string;
    /** Includes the starter set, as every start would load it. */
    readonly postgresStarterTemplate: string;
  }
}

const ROLE = 'assay_test';
const PASSWORD = 'assay-test';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await provideServer();
  const template = `assay_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query(
    `do $$ begin create role ${ROLE} login password '${PASSWORD}'; exception when duplicate_object then null; end $$`,
  );
  await admin.query(`create database ${template} owner ${ROLE}`);
  const url = toDatabaseUrl(server.adminUrl, template);
  await migrate(url);
  await migrateQueue({ url, log: () => {} });
  const starterTemplate = `${template}_starter`;
  await admin.query(`create database ${starterTemplate} template ${template} owner ${ROLE}`);
  await loadStarter(toDatabaseUrl(server.adminUrl, starterTemplate));
  const templates = [template, starterTemplate];
  for (const name of templates)
    await admin.query(`alter database ${name} with is_template true allow_connections false`);
  project.provide('postgresAdminUrl', server.adminUrl);
  project.provide('postgresTemplate', template);
  project.provide('postgresStarterTemplate', starterTemplate);
  return async () => {
    for (const name of templates) {
      await admin.query(`alter database ${name} with is_template false`);
      await admin.query(`drop database ${name}`);
    }
    await admin.end();
    await server.stop();
  };
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

async function provideServer(): Promise<{ readonly adminUrl: string; readonly stop: () => Promise<void> }> {
  const given = process.env['ASSAY_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return { adminUrl: given, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-test-'));
  const postgres = await startPostgres({ dataDir, purpose: 'serve', durable: false, log: () => {} });
  return {
    adminUrl: postgres.adminUrl,
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
