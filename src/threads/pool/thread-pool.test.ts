import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import type { Misbehavior } from '../../../test/support/misbehaving-thread.ts';
import { LIMITS } from '../../core/limits.ts';
import { createThreadPool, type RunOptions, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

const MISBEHAVING = new URL('../../../test/support/misbehaving-thread.ts', import.meta.url);
const OTHER_ENTRY = new URL('../schema/strict-thread.ts', import.meta.url);
const SECRET = 'secret-of-the-document';

const open: ThreadPool[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (pool) => await pool.close()));
});

function aPool(options: ThreadPoolOptions = {}): ThreadPool {
  const pool = createThreadPool({ count: 1, memoryMb: 64, ...options });
  open.push(pool);
  return pool;
}

async function run<Answer = unknown>(pool: ThreadPool, job: Misbehavior, options: Partial<RunOptions> = {}) {
  return await pool.run<Answer>(MISBEHAVING, job, { bytes: 1, timeoutMs: 30_000, ...options });
}

async function threadOf(pool: ThreadPool): Promise<number> {
  return (await run<{ threadId: number }>(pool, { do: 'tell' })).threadId;
}

/** Returns the error of a job, with all its properties as text. */
async function failureOf(work: Promise<unknown>): Promise<{ code: string; text: string }> {
  const error: unknown = await work.then(
    () => new Error('It was answered.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new TypeError('Rejected with something that is no error.');
  const code = 'code' in error ? String(error.code) : '';
  return { code, text: `${error.message} ${String(error.cause)} ${JSON.stringify(error)} ${error.stack}` };
}

/** The number of running jobs, their maximum, and a gate that lets them end. */
function aGauge(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(12));
}

async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await pause(5);
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts jobs that keep running, lets them end once `expected` are running, and returns the maximum at once. */
async function mostAtOnce(pool: ThreadPool, jobs: number, expected: number, bytes: number): Promise<number> {
  const gauge = aGauge();
  const work = Array.from({ length: jobs }, async () => await run(pool, { do: 'hold', gauge }, { bytes }));
  await until(() => Atomics.load(gauge, 0) === expected);
  await pause(100);
  Atomics.store(gauge, 2, 1);
  Atomics.notify(gauge, 2);
  await Promise.all(work);
  return Atomics.load(gauge, 1);
}

describe('a prepared thread', () => {
  it('does the next job', async () => {
    const pool = aPool({ count: 2 });
    pool.prepare(MISBEHAVING);
    const prepared = await threadOf(pool);
    expect(await threadOf(pool)).toBe(prepared);
    // A thread of its own has the next number.
    expect(await threadOf(aPool())).toBe(prepared + 1);
  });

  it('is not started beyond the number of threads, nor after the pool was closed', async () => {
    const pool = aPool();
    const only = await threadOf(pool);
    pool.prepare(MISBEHAVING);
    expect(await threadOf(pool)).toBe(only);
    await pool.close();
    pool.prepare(MISBEHAVING);
    expect(await threadOf(aPool())).toBe(only + 1);
  });
});

describe.runIf(process.platform === 'linux')('a large document', () => {
  it('is parsed at a lower priority, by a thread that is not reused', async () => {
    const pool = aPool();
    const tell = async (bytes: number) =>
      await run<{ threadId: number; niceness: number }>(pool, { do: 'tell' }, { bytes });

    const [small, large, next] = [await tell(1), await tell(9 * 1024 * 1024), await tell(1)];

    expect(small.niceness).toBe(getPriority());
    expect(large.niceness).toBeGreaterThan(small.niceness);
    expect(large.threadId).toBe(small.threadId);
    expect(next.threadId).not.toBe(large.threadId);
    expect(next.niceness).toBe(small.niceness);
  });
});

describe('a failing thread', () => {
  it.each<[string, Misbehavior, Partial<RunOptions>]>([
    ['THREAD_TIMEOUT', { do: 'spin' }, { timeoutMs: 300 }],
    ['THREAD_TIMEOUT', { do: 'sleep' }, { timeoutMs: 100 }],
    ['THREAD_OUT_OF_MEMORY', { do: 'exhaust memory' }, {}],
    ['THREAD_CRASHED', { do: 'exit' }, {}],
    ['THREAD_CRASHED', { do: 'throw', message: SECRET }, {}],
    ['THREAD_CRASHED', { do: 'throw', message: `${SECRET}\n    at ${SECRET}` }, {}],
    ['THREAD_CRASHED', { do: 'throw later', message: SECRET }, {}],
    ['THREAD_CRASHED', { do: 'answer a function' }, {}],
  ])('fails with %s for %j without quoting the document, and the next job works', async (code, job, options) => {
    const logged: string[] = [];
    const pool = aPool({ log: { warn: (fields, message) => logged.push(JSON.stringify({ fields, message })) } });
    const before = await threadOf(pool);

    const failure = await failureOf(run(pool, job, options));
    const after = await threadOf(pool);

    expect(failure.code).toBe(code);
    expect(failure.text).not.toContain(SECRET);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(code);
    expect(logged[0]).not.toContain(SECRET);
    expect(after).not.toBe(before);
  });

  it('logs the code location', async () => {
    const logged: object[] = [];
    const pool = aPool({ log: { warn: (fields) => logged.push(fields) } });

    await failureOf(run(pool, { do: 'throw', message: SECRET }));

    expect(logged[0]).toMatchObject({ entry: 'misbehaving-thread.ts', bytes: 1 });
    expect(JSON.stringify(logged[0])).toContain('misbehaving-thread.ts:');
  });

  it('does not affect other jobs', async () => {
    const pool = aPool({ count: 2 });
    const poison = failureOf(run(pool, { do: 'spin' }, { timeoutMs: 500 }));

    const good = await Promise.all(Array.from({ length: 10 }, async () => await run(pool, { do: 'tell' })));

    expect(good).toHaveLength(10);
    expect((await poison).code).toBe('THREAD_TIMEOUT');
  });

  it('is not reported when a job waits longer than its limit without using processor time', async () => {
    const answer = await run(aPool(), { do: 'sleep', ms: 2_000 }, { timeoutMs: 1_000 });

    expect(answer).toBe('timed-out');
  });

  it('is measured by the processor time of its current job only', async () => {
    const pool = aPool();
    for (let n = 0; n < 3; n += 1) await run(pool, { do: 'spin', ms: 400 }, { timeoutMs: 1_000 });

    expect(await run(pool, { do: 'spin', ms: 400 }, { timeoutMs: 1_000 })).toBe('done');
  });

  it('is reported when the entry cannot be started', async () => {
    const absent = new URL('./absent-thread.ts', import.meta.url);

    const failure = await failureOf(aPool().run(absent, {}, { bytes: 1, timeoutMs: 30_000 }));

    expect(failure.code).toBe('THREAD_CRASHED');
  });
});

describe('an error for the sender', () => {
  it('is passed on with code, message and details, and the thread is kept', async () => {
    const pool = aPool();
    const before = await threadOf(pool);

    await expect(run(pool, { do: 'refuse', code: 'SOME_CODE' })).rejects.toMatchObject({
      code: 'SOME_CODE',
      message: 'For the sender.',
      details: [{ path: '/a', message: 'is wrong' }],
    });

    expect(await threadOf(pool)).toBe(before);
  });
});

describe('the queue', () => {
  it('runs 20 jobs on 2 threads', async () => {
    expect(await mostAtOnce(aPool({ count: 2 }), 20, 2, 1)).toBe(2);
  });

  it.each([
    ['three documents of 64 MiB', LIMITS.wholeParseBytesMax, 3],
    ['three that are larger and read in parts', 5 * LIMITS.wholeParseBytesMax, 3],
    ['as many small ones as there are threads', 1, 4],
  ])('respects the byte budget: %s', async (_, bytes, most) => {
    expect(await mostAtOnce(aPool({ count: 4 }), 8, most, bytes)).toBe(most);
  });

  it('runs an exclusive job alone, after earlier and before later jobs', async () => {
    const pool = aPool({ count: 3 });
    const [before, alone, behind] = [aGauge(), aGauge(), aGauge()];
    const work = [
      run(pool, { do: 'hold', gauge: before }),
      run(pool, { do: 'hold', gauge: alone }, { isAlone: true }),
      run(pool, { do: 'hold', gauge: behind }),
    ];
    const seen: number[][] = [];
    for (const gauge of [before, alone, behind]) {
      await until(() => Atomics.load(gauge, 0) === 1);
      await pause(100);
      seen.push([before, alone, behind].map((each) => Atomics.load(each, 0)));
      Atomics.store(gauge, 2, 1);
      Atomics.notify(gauge, 2);
    }
    await Promise.all(work);

    expect(seen).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });

  it('leaves one thread to other owners, however many jobs one owner has', async () => {
    const pool = aPool({ count: 2 });
    const [noisy, quiet] = [aGauge(), aGauge()];
    const hold = (owner: string, gauge: Int32Array): Promise<unknown> =>
      pool.of(owner).run(MISBEHAVING, { do: 'hold', gauge }, { bytes: 1, timeoutMs: 30_000 });
    await pool.of('quiet').run(MISBEHAVING, { do: 'tell' }, { bytes: 1, timeoutMs: 30_000 });

    const work = [...Array.from({ length: 4 }, () => hold('noisy', noisy)), hold('quiet', quiet)];
    await until(() => Atomics.load(noisy, 0) === 1 && Atomics.load(quiet, 0) === 1);
    for (const gauge of [noisy, quiet]) {
      Atomics.store(gauge, 2, 1);
      Atomics.notify(gauge, 2);
    }
    await Promise.all(work);

    expect(Atomics.load(noisy, 1)).toBe(1);
  });

  it('runs no more jobs of an owner at once than it asks for', async () => {
    const pool = aPool({ count: 2 });

    expect(await mostAtOnce({ ...pool, ...pool.of('advisories', 1) }, 3, 1, 1)).toBe(1);
  });

  it('keeps the order of arrival', async () => {
    const pool = aPool();
    const order: number[] = [];

    await Promise.all(
      [0, 1, 2, 3].map(async (n) => {
        await run(pool, { do: 'tell' });
        order.push(n);
      }),
    );

    expect(order).toEqual([0, 1, 2, 3]);
  });

  it('rejects a message that cannot be cloned, and continues', async () => {
    const pool = aPool();

    await expect(pool.run(MISBEHAVING, () => {}, { bytes: 1, timeoutMs: 30_000 })).rejects.toThrow(
      'could not be cloned',
    );

    expect(await threadOf(pool)).toBeGreaterThan(0);
  });
});

describe('a thread', () => {
  it('is reused', async () => {
    const pool = aPool();

    expect(await threadOf(pool)).toBe(await threadOf(pool));
  });

  it('is not reused after a large document, which would stay in its heap', async () => {
    const pool = aPool();
    const before = await threadOf(pool);

    await run(pool, { do: 'tell' }, { bytes: LIMITS.wholeParseBytesMax });

    expect(await threadOf(pool)).not.toBe(before);
  });

  it('is replaced by one with another entry', async () => {
    const pool = aPool();
    await threadOf(pool);
    const request = { format: 'cyclonedx', specVersion: '1.8', path: '', bytes: new Uint8Array() };

    const details = await pool.run<unknown[]>(OTHER_ENTRY, request, { bytes: 0, timeoutMs: 30_000 });

    expect(details).toHaveLength(1);
    expect(await threadOf(pool)).toBeGreaterThan(0);
  });

  it('has no environment variables', async () => {
    expect(await run(aPool(), { do: 'tell' })).toMatchObject({ variables: 0 });
  });

  it('has prototypes that a document cannot change', async () => {
    expect(await run(aPool(), { do: 'pollute' })).toEqual({ written: false, mergedIsAdmin: false, anyIsAdmin: false });
  });
});

describe('close', () => {
  it('ends the threads, and rejects running, waiting and new jobs', async () => {
    const pool = aPool();
    const beats = aGauge();
    const inWork = failureOf(run(pool, { do: 'spin', beats }));
    const waiting = failureOf(run(pool, { do: 'tell' }));
    await until(() => Atomics.load(beats, 0) > 0);

    await pool.close();
    const beatsAtClose = Atomics.load(beats, 0);
    const late = failureOf(run(pool, { do: 'tell' }));

    for (const failure of [inWork, waiting, late]) expect((await failure).code).toBe('THREAD_POOL_CLOSED');
    await pause(50);
    expect(Atomics.load(beats, 0)).toBe(beatsAtClose);
  });

  it('can be called twice, and before any job has started', async () => {
    const pool = aPool();

    await pool.close();

    await expect(pool.close()).resolves.toBeUndefined();
  });
});
