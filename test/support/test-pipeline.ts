/** The pipeline on its own database, with the real queue but no worker that runs its jobs. */
import { tmpdir } from 'node:os';
import { createScanner } from '../../src/core/sbom/scan/scan-document.ts';
import { inspectSbom } from '../../src/core/sbom/scan/inspect-sbom.ts';
import type { Caller, CrashPoint, PipelineDeps } from '../../src/pipeline/deps.ts';
import { receiveSbom, type Receipt } from '../../src/pipeline/upload/receive-sbom.ts';
import { openQueue } from '../../src/queue/pg-boss-queue.ts';
import { openDatabase } from '../../src/store/database.ts';
import { newId } from '../../src/store/new-id.ts';
import { insertOrganization } from '../../src/store/people/organizations.ts';
import { Spool } from '../../src/store/portfolio/blobs/spool.ts';
import { createThreadPool, type ThreadPool } from '../../src/threads/pool/thread-pool.ts';
import { aCycloneDx } from './documents.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestOrganization {
  readonly caller: Caller;
  upload(
    version: string,
    changes?: Record<string, unknown>,
    slot?: string,
    about?: { readonly service?: string; readonly image?: string },
  ): Promise<Receipt>;
  /** Uploads a document unchanged. */
  send(
    version: string,
    bytes: Buffer,
    slot?: string,
    about?: { readonly service?: string; readonly image?: string },
  ): Promise<Receipt>;
  /** Runs one statement as the organization and returns its rows. */
  query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
}

/** Has one organization at the start. */
export interface TestPipeline extends TestOrganization {
  /** The URL of its database. */
  readonly url: string;
  readonly deps: PipelineDeps & { readonly threads: ThreadPool; readonly feedIntervalMs: number };
  /** Runs an action at a crash point; throwing there simulates a worker that dies. */
  atCrashPoint(name: CrashPoint, action: () => void): void;
  newOrganization(): Promise<TestOrganization>;
  close(): Promise<void>;
}

export async function startTestPipeline(): Promise<TestPipeline> {
  const testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  const database = openDatabase({ url, connectionsMax: 8, statementTimeoutMs: 30_000, onIdleError: () => {} });
  const queue = await openQueue({ url, log: () => {}, isDirect: true });
  const spool = new Spool({ folder: tmpdir(), bytesMax: 1_000_000_000 });
  const actions = new Map<CrashPoint, () => void>();
  const threads = createThreadPool({ count: 2 });
  const deps = {
    database,
    queue,
    threads,
    feedIntervalMs: 3_600_000,
    now: Date.now,
    newId,
    crashPoint: (name: CrashPoint) => actions.get(name)?.(),
  };
  const newOrganization = async (): Promise<TestOrganization> => {
    const orgId = newId();
    await database.inOrg(orgId, async (tx) => {
      await insertOrganization(tx, { id: orgId, name: 'Test', createdAt: new Date().toISOString() });
    });
    return openOrganization(deps, spool, orgId);
  };

  return {
    ...(await newOrganization()),
    url,
    deps,
    atCrashPoint: (name, action) => {
      actions.set(name, action);
    },
    newOrganization,
    close: async () => {
      await queue.stop(1_000);
      await threads.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

function openOrganization(deps: PipelineDeps, spool: Spool, orgId: string): TestOrganization {
  const caller: Caller = {
    orgId,
    actor: { kind: 'system', id: 'test', name: 'test' },
    services: 'all',
    requestId: 'test',
  };

  const send: TestOrganization['send'] = async (
    version,
    bytes,
    slot = 'main',
    { service = 'svc', image = null }: { service?: string; image?: string | null } = {},
  ) => {
    const scanner = createScanner();
    scanner.push(bytes);
    const writer = spool.open(bytes.length);
    await writer.write(Buffer.from(bytes));
    const document = await writer.finish();
    try {
      const git = { branch: null, commitSha: null, origin: null };
      const inspected = inspectSbom(scanner.end());
      const upload = {
        service,
        version,
        slot: { by: 'parameter' as const, name: slot },
        image,
        distro: null,
        git,
        tags: [],
        document,
        inspected,
        warnings: [],
        attestation: null,
      };
      return await receiveSbom(deps, caller, upload);
    } finally {
      await document.close();
    }
  };

  return {
    caller,
    upload: async (version, changes = {}, slot, about) =>
      await send(version, Buffer.from(JSON.stringify(aCycloneDx(changes))), slot, about),
    send,
    query: async <Row extends object>(statement: string, values: unknown[] = []) =>
      await deps.database.inOrg(orgId, async ({ client }) => (await client.query<Row>(statement, values)).rows),
  };
}
