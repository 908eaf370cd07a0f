/** The shutdown of a busy process: running work is completed before the database connection is closed. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../support/documents.ts';
import { RawConnection } from '../../support/raw-connection.ts';
import { until } from '../../support/server-processes.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

/** Serves requests and runs no jobs. */
let web: TestAssay;

beforeAll(async () => {
  web = await startTestAssay({ ASSAY_ROLE: 'web' });
});
afterAll(async () => await web.stop());

async function startWorker(): Promise<TestAssay> {
  return await startTestAssay({ ASSAY_DATABASE_URL: web.databaseUrl, ASSAY_ROLE: 'worker' });
}

interface Hold {
  /** Returns true when another session waits for the lock. */
  isWaitedFor(): Promise<boolean>;
  release(): Promise<void>;
}

/** `holdTable('component', 'share')`: writers of the table wait. */
async function holdTable(table: string, mode: string): Promise<Hold> {
  const held = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const holding = web.database.reference(async ({ client }) => {
    await client.query(`lock table ${table} in ${mode} mode`);
    held.resolve(undefined);
    await released.promise;
  });
  await held.promise;
  return {
    isWaitedFor: async () => {
      const { rows } = await web.database.reference(
        async ({ client }) =>
          await client.query(`select from pg_locks where relation = '${table}'::regclass and not granted`),
      );
      return rows.length > 0;
    },
    release: async () => {
      released.resolve(undefined);
      await holding;
    },
  };
}

/** Stops the worker while it is blocked, and unblocks it when it has had the time to close its resources. */
async function stopMeanwhile(worker: TestAssay, hold: Hold): Promise<void> {
  await until(async () => await hold.isWaitedFor());
  const stopping = worker.stop();
  await delay(300);
  await hold.release();
  await stopping;
}

function errorsOf(worker: TestAssay): string[] {
  return worker
    .logs()
    .split('\n')
    .filter((line) => /^\{"level":"(warn|error|fatal)"/.test(line));
}

describe('a server during shutdown', () => {
  it('responds with 503 and a code to requests that still arrive', async () => {
    const server = await startTestAssay({ ASSAY_DATABASE_URL: web.databaseUrl, ASSAY_ROLE: 'web' });
    const connection = await RawConnection.open(server.url);
    // A connection in the middle of a request is not closed.
    await connection.write('GET /healthz HTTP/1.1\r\nHost: assay\r\n');
    await delay(100);
    const stopping = server.stop();
    await delay(100);
    await connection.write('\r\n');
    const answer = await connection.nextAnswer();
    await stopping;

    expect(answer).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '2' } });
    expect(JSON.parse(answer?.body.toString() ?? '')).toEqual({
      code: 'SHUTTING_DOWN',
      errorMessage: expect.stringContaining('shutting down'),
      requestId: answer?.headers['x-request-id'],
    });
  });
});

describe('a worker during shutdown', () => {
  it('completes its running analysis', async () => {
    const hold = await holdTable('component', 'share');
    const worker = await startWorker();
    const response = await web.request('/api/v2/service/shop/version/1/sbom', {
      method: 'POST',
      body: JSON.stringify(aCycloneDx()),
    });
    const { analysisId } = (await response.json()) as { analysisId: string };

    await stopMeanwhile(worker, hold);

    const analysis = await web.request(`/api/v2/analysis/${analysisId}`);
    expect(await analysis.json()).toMatchObject({ status: 'completed' });
    expect(errorsOf(worker)).toEqual([]);
  });

  it('completes its startup tasks', async () => {
    const hold = await holdTable('service_version', 'access exclusive');
    const worker = await startWorker();

    await stopMeanwhile(worker, hold);

    expect(errorsOf(worker)).toEqual([]);
  });
});
