import { afterEach, describe, expect, it } from 'vitest';
import type { Misbehavior } from '../../../test/support/misbehaving-thread.ts';
import { AssayError } from '../../core/errors.ts';
import type { PartVerdict } from './job-reply.ts';
import { createThreadPool, type RunOptions, type ThreadPool } from './thread-pool.ts';

const MISBEHAVING = new URL('../../../test/support/misbehaving-thread.ts', import.meta.url);
const TIMEOUT_MS = 1_000;
const PARTS = 4;

const open: ThreadPool[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (pool) => await pool.close()));
});

function aPool(logged: object[] = []): ThreadPool {
  const pool = createThreadPool({ count: 1, memoryMb: 64, log: { warn: (fields) => logged.push(fields) } });
  open.push(pool);
  return pool;
}

async function run<Answer = unknown>(pool: ThreadPool, job: Misbehavior, options: Partial<RunOptions<number>> = {}) {
  return await pool.run<Answer, number>(MISBEHAVING, job, { bytes: 1, timeoutMs: 30_000, ...options });
}

async function threadOf(pool: ThreadPool): Promise<number> {
  return (await run<{ threadId: number }>(pool, { do: 'tell' })).threadId;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'answered',
    (error: unknown) => (error instanceof AssayError ? error.code : String(error)),
  );
}

/** Collects the parts, and returns a verdict for each. */
function aReceiver(verdictOn: (part: number) => Promise<PartVerdict> = async () => await Promise.resolve('go-on')) {
  const parts: number[] = [];
  const receive = async (part: number): Promise<PartVerdict> => {
    parts.push(part);
    return await verdictOn(part);
  };
  return { parts, receive };
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

describe('a job with parts', () => {
  it.each([1, 2])('delivers them in order before the answer, with %i in flight', async (ahead) => {
    const { parts, receive } = aReceiver();

    const verdicts = await run(aPool(), { do: 'emit', parts: 5, ahead }, { receive });

    expect(parts).toEqual([0, 1, 2, 3, 4]);
    expect(verdicts).toEqual(['go-on', 'go-on', 'go-on', 'go-on', 'go-on']);
  });

  it.each([1, 2])('prepares no more than %i while one is processed', async (ahead) => {
    const made = new Int32Array(new SharedArrayBuffer(4));
    const madeMeanwhile: number[] = [];
    const { receive } = aReceiver(async (part) => {
      // Waits until the thread has built all parts that it may, however slow it is, and then long enough for one too many.
      while (Atomics.load(made, 0) < Math.min(part + ahead, PARTS)) await pause(1);
      await pause(20);
      madeMeanwhile.push(Atomics.load(made, 0) - part);
      return 'go-on';
    });

    await run(aPool(), { do: 'emit', parts: PARTS, ahead, made }, { receive });

    expect(Math.max(...madeMeanwhile)).toBe(ahead);
  });

  it('delivers one part at a time to its receiver', async () => {
    let now = 0;
    let most = 0;
    const { receive } = aReceiver(async () => {
      now += 1;
      most = Math.max(most, now);
      await pause(5);
      now -= 1;
      return 'go-on';
    });

    await run(aPool(), { do: 'emit', parts: 6, ahead: 2 }, { receive });

    expect(most).toBe(1);
  });

  it.each([1, 2])('sends no more parts after a stop, with %i in flight, and still answers', async (ahead) => {
    const { parts, receive } = aReceiver(async (part) => await Promise.resolve(part === 1 ? 'stop' : 'go-on'));

    const verdicts = await run(aPool(), { do: 'emit', parts: 5, ahead }, { receive });

    expect(parts).toEqual([0, 1]);
    expect(verdicts).toEqual(['go-on', 'stop', 'stop', 'stop', 'stop']);
  });

  it('leaves the thread usable for the next job', async () => {
    const pool = aPool();
    const before = await threadOf(pool);
    const first = aReceiver(async () => await Promise.resolve('stop'));
    const second = aReceiver();

    await run(pool, { do: 'emit', parts: 3, ahead: 2 }, { receive: first.receive });
    await run(pool, { do: 'emit', parts: 3, ahead: 2 }, { receive: second.receive });

    expect(first.parts).toEqual([0]);
    expect(second.parts).toEqual([0, 1, 2]);
    expect(await threadOf(pool)).toBe(before);
  });
});

describe('the time limit of a job with parts', () => {
  it('excludes the time of the receiver', async () => {
    const pool = aPool();
    // Otherwise the start of the thread would count, and its time depends on the load of the machine.
    await threadOf(pool);
    const { parts, receive } = aReceiver(async () => {
      await pause(TIMEOUT_MS * 0.7);
      return 'go-on';
    });

    await run(pool, { do: 'emit', parts: 3, ahead: 2 }, { receive, timeoutMs: TIMEOUT_MS });

    expect(parts).toEqual([0, 1, 2]);
  });

  it('continues after the parts are processed', async () => {
    const { receive } = aReceiver();
    const job: Misbehavior = { do: 'emit and then', parts: 2, then: { do: 'spin' } };

    expect(await codeOf(run(aPool(), job, { receive, timeoutMs: TIMEOUT_MS }))).toBe('THREAD_TIMEOUT');
  });
});

describe('a failing job with parts', () => {
  it.each<[string, Misbehavior]>([
    ['THREAD_OUT_OF_MEMORY', { do: 'exhaust memory' }],
    ['THREAD_CRASHED', { do: 'exit' }],
    ['THREAD_CRASHED', { do: 'throw', message: 'a' }],
    ['THREAD_CRASHED', { do: 'throw later', message: 'a' }],
    ['THREAD_CRASHED', { do: 'answer a function' }],
    ['THREAD_CRASHED', { do: 'emit a function' }],
    ['THREAD_CRASHED', { do: 'emit', parts: 3, ahead: 3 }],
    ['SOME_CODE', { do: 'refuse', code: 'SOME_CODE' }],
  ])('fails with %s when it continues with %j, and the next job works', async (code, then) => {
    const pool = aPool();
    const { parts, receive } = aReceiver();

    const outcome = await codeOf(run(pool, { do: 'emit and then', parts: 2, then }, { receive }));

    expect(outcome).toBe(code);
    expect(parts.slice(0, 2)).toEqual([0, 1]);
    expect(await threadOf(pool)).toBeGreaterThan(0);
  });

  it('rejects with the error of its receiver, ends the thread and logs no warning', async () => {
    const logged: object[] = [];
    const pool = aPool(logged);
    const before = await threadOf(pool);
    const { parts, receive } = aReceiver(async (part) => {
      if (part === 1) throw new Error('The database is gone.');
      return await Promise.resolve('go-on');
    });

    await expect(run(pool, { do: 'emit', parts: 5, ahead: 2 }, { receive })).rejects.toThrow('The database is gone.');

    expect(parts).toEqual([0, 1]);
    expect(logged).toEqual([]);
    expect(await threadOf(pool)).not.toBe(before);
  });

  it('rejects with the error of its receiver even if the answer has already arrived', async () => {
    const { receive } = aReceiver(async (part) => {
      await pause(50);
      if (part === 1) throw new Error('The database is gone.');
      return 'go-on';
    });

    await expect(run(aPool(), { do: 'emit', parts: 2, ahead: 2 }, { receive })).rejects.toThrow(
      'The database is gone.',
    );
  });

  it.each<[string, Misbehavior]>([
    ['THREAD_CRASHED', { do: 'exit' }],
    ['THREAD_OUT_OF_MEMORY', { do: 'exhaust memory' }],
    ['SOME_CODE', { do: 'refuse', code: 'SOME_CODE' }],
  ])('waits for its receiver before it fails with %s', async (code, then) => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const events: string[] = [];
    const { receive } = aReceiver(async () => {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      await pause(300);
      events.push('received');
      return 'go-on';
    });

    events.push(await codeOf(run(aPool(), { do: 'emit and meanwhile', gate, then }, { receive })));

    expect(events).toEqual(['received', code]);
  });

  it('crashes if it emits parts without a receiver', async () => {
    expect(await codeOf(run(aPool(), { do: 'emit', parts: 1, ahead: 1 }))).toBe('THREAD_CRASHED');
  });
});

describe('close', () => {
  it('rejects a job after the part being processed, and delivers no further part', async () => {
    const pool = aPool();
    const begun = Promise.withResolvers<undefined>();
    const { parts, receive } = aReceiver(async () => {
      begun.resolve(undefined);
      await pause(100);
      return 'go-on';
    });
    const work = codeOf(run(pool, { do: 'emit', parts: 5, ahead: 2 }, { receive }));
    await begun.promise;

    await pool.close();

    expect(await work).toBe('THREAD_POOL_CLOSED');
    expect(parts).toEqual([0]);
  });
});
