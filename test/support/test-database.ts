/** A separate database for a test file, copied from the migrated template. */
import { inject, onTestFinished } from 'vitest';
import { copyDatabase, runOnNodes, toDatabaseUrl } from './global-postgres.ts';

let made = 0;

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(options: { readonly starter?: boolean } = {}): Promise<TestDatabase> {
  const nodeUrls = inject('postgresNodeUrls');
  const template = inject(options.starter === true ? 'postgresStarterTemplate' : 'postgresTemplate');
  made += 1;
  const name = `assay_${process.pid}_${made}_${Date.now()}`;
  await copyDatabase(nodeUrls, template, name);
  return {
    url: toDatabaseUrl(inject('postgresAdminUrl'), name),
    drop: async () => await runOnNodes(nodeUrls, [`drop database if exists ${name} with (force)`]),
  };
}

/** Like `createTestDatabase`, but dropped at the end of the running test. */
export async function aDatabase(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(async () => await database.drop());
  return database.url;
}
