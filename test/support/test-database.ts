/** A separate database for a test file, copied from the migrated template. */
import { inject, onTestFinished, type TestContext } from 'vitest';
import { connectNodes, copyDatabase, dropDatabase, runOnNodes, toDatabaseUrl } from './global-postgres.ts';

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
    drop: async () => await dropDatabase(nodeUrls, name),
  };
}

/** Like `createTestDatabase`, but dropped at the end of the running test. */
export async function aDatabase(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(async () => await database.drop());
  return database.url;
}

/** Creates a database without any table, on one server. It is dropped at the end of the running test. */
export async function anEmptyDatabase(): Promise<string> {
  const adminUrl = inject('postgresAdminUrl');
  made += 1;
  const name = `assay_empty_${process.pid}_${made}_${Date.now()}`;
  await runOnNodes([adminUrl], [`create database ${name} owner assay_test`]);
  onTestFinished(async () => await dropDatabase([adminUrl], name));
  return toDatabaseUrl(adminUrl, name);
}

/** Creates a database without any table, on every node of a Citus cluster. It is dropped at the end of the running test. */
export async function anEmptyCluster(): Promise<string> {
  const [coordinatorUrl = '', ...workerUrls] = inject('postgresNodeUrls');
  const nodeUrls = [coordinatorUrl, ...workerUrls] as const;
  made += 1;
  const name = `assay_empty_${process.pid}_${made}_${Date.now()}`;
  await runOnNodes(nodeUrls, [`create database ${name} owner assay_test`]);
  onTestFinished(async () => await dropDatabase(nodeUrls, name));
  await connectNodes(nodeUrls, name);
  return toDatabaseUrl(coordinatorUrl, name);
}

/** Skips the running test on a Citus cluster. The reason is printed with the result. */
export function skipOnCitus({ skip }: Pick<TestContext, 'skip'>, reason: string): void {
  skip(isOnCitus(), reason);
}

export function isOnCitus(): boolean {
  return inject('postgresNodeUrls').length > 1;
}
