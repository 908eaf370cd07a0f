/** A separate database for a test file, copied from the migrated template. */
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { toDatabaseUrl } from './global-postgres.ts';

let made = 0;

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(options: { readonly starter?: boolean } = {}): Promise<TestDatabase> {
  const adminUrl = inject('postgresAdminUrl');
  const template = inject(options.starter === true ? 'postgresStarterTemplate' : 'postgresTemplate');
  made += 1;
  const name = `assay_${process.pid}_${made}_${Date.now()}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${template} owner assay_test`);
  return {
    url: toDatabaseUrl(adminUrl, name),
    drop: async () => await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Like `createTestDatabase`, but dropped at the end of the running test. */
export async function aDatabase(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(async () => await database.drop());
  return database.url;
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
