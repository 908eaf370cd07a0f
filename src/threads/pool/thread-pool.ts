/**
 * A pool of worker threads that contains failures while parsing documents: a small number of threads, each with a memory and a
 * time limit, a queue in order of arrival, and a budget for the bytes in work, because `resourceLimits` does not count buffers.
 */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Transferable } from 'node:worker_threads';
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { ActiveOwners } from '../../core/active-owners.ts';
import { THREAD_CRASHED, THREAD_OUT_OF_MEMORY, THREAD_POOL_CLOSED, THREAD_TIMEOUT } from '../errors.ts';
import type { PartVerdict } from './job-reply.ts';
import { exposeCollector, startThread, type Outcome, type Thread } from './thread.ts';

export interface ThreadPoolOptions {
  readonly count?: number;
  readonly memoryMb?: number;
  /** By default, threads are prepared for documents that are not parsed as a whole. Only the first pool of a process may be. */
  readonly documentBytesMax?: number;
  readonly log?: { warn(fields: object, message: string): void };
}

export interface RunOptions<Part = unknown> {
  /** Size of the document, for the budget. */
  readonly bytes: number;
  /** Transferred without a copy; the caller's side is empty afterwards. */
  readonly transfer?: readonly Transferable[];
  /** Processor time that the thread may use. Its wall-clock time, without that of `receive`, is limited to a multiple of it. */
  readonly timeoutMs: number;
  /** Waits until no other job runs, and blocks the others until it has ended. */
  readonly isAlone?: boolean;
  /**
   * Receives the parts that the thread emits, one at a time, all of them before the answer. If it throws, the job and the thread
   * end. `run` settles only after its last call has ended, even if the thread fails meanwhile.
   */
  readonly receive?: (part: Part) => Promise<PartVerdict>;
}

/** Runs the jobs of one owner. */
export type ThreadRunner = Pick<ThreadPool, 'run'>;

export interface ThreadPool {
  /**
   * For the jobs of one organization, or of another owner of jobs. While several are active, none can use the last thread, so
   * that many large documents of one owner do not delay those of another. It never uses more threads than `threadsMax`.
   */
  of(owner: string, threadsMax?: number): ThreadRunner;
  /** Runs as soon as a thread and enough of the byte budget are free; rejects with an AssayError if the thread fails. */
  run<Answer, Part = unknown>(entry: URL, message: unknown, options: RunOptions<Part>): Promise<Answer>;
  /** Starts a thread for a job that will follow, so that its code is loaded meanwhile. */
  prepare(entry: URL): void;
  /** Ends all threads now. Waiting and running jobs are rejected with THREAD_POOL_CLOSED. */
  close(): Promise<void>;
}

interface Job {
  readonly owner: string;
  readonly threadsMax: number;
  readonly entry: URL;
  readonly message: unknown;
  readonly options: RunOptions;
  readonly bytes: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A heap does not shrink: after a document of 49 MB, an idle thread held 550 MB until it was ended. */
const REUSE_BYTES_MAX = 8 * 1024 * 1024;

export function createThreadPool({
  count = Math.min(2, availableParallelism()),
  memoryMb = LIMITS.threadMemoryMb,
  documentBytesMax = Infinity,
  log,
}: ThreadPoolOptions = {}): ThreadPool {
  if (documentBytesMax > LIMITS.wholeParseBytesMax) exposeCollector();
  const threads = new Set<Thread>();
  const idle = new Set<Thread>();
  const waiting: Job[] = [];
  const running = new Set<Job>();
  const presence = new ActiveOwners();
  let bytesInWork = 0;
  let closed = false;

  const of = (owner: string, threadsMax = count): ThreadRunner => ({
    run: async <Answer, Part>(entry: URL, message: unknown, options: RunOptions<Part>) =>
      await new Promise<Answer>((resolve, reject) => {
        if (closed) throw THREAD_POOL_CLOSED();
        presence.record(owner, performance.now());
        const bytes = Math.min(options.bytes, LIMITS.wholeParseBytesMax);
        // The type of the answer is known only to the caller.
        waiting.push({
          owner,
          threadsMax,
          entry,
          message,
          options: options as RunOptions,
          bytes,
          resolve: resolve as Job['resolve'],
          reject,
        });
        startWaiting();
      }),
  });
  return {
    ...of(''),
    of,
    prepare: (entry) => {
      if (!closed && threads.size < count) idle.add(begin(entry));
    },
    close: async () => {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(THREAD_POOL_CLOSED());
      await Promise.all([...threads].map(async (thread) => await thread.end()));
    },
  };

  /**
   * Strictly in order among owners that may use one more thread, so that small documents cannot starve a large one at the head of
   * the queue.
   */
  function startWaiting(): void {
    for (let job = findNext(); job !== undefined; job = findNext()) {
      if (running.size > 0 && [job, ...running].some(({ options }) => options.isAlone)) return;
      if (bytesInWork + job.bytes > LIMITS.threadBytesInWorkMax) return;
      const thread = takeThread(job.entry);
      if (thread === undefined) return;
      waiting.splice(waiting.indexOf(job), 1);
      void doJob(job, thread);
    }
  }

  function findNext(): Job | undefined {
    const perOwnerMax = presence.hasSeveral(performance.now()) ? Math.max(1, count - 1) : count;
    return waiting.find(
      ({ owner, threadsMax }) =>
        [...running].filter((job) => job.owner === owner).length < Math.min(perOwnerMax, threadsMax),
    );
  }

  function takeThread(entry: URL): Thread | undefined {
    const all = [...idle];
    const used = all.find((thread) => thread.entry === entry.href) ?? (threads.size < count ? begin(entry) : undefined);
    if (used !== undefined) {
      idle.delete(used);
      return used;
    }
    // Ends an idle thread of another kind to make room; its end calls startWaiting again.
    const [other] = all;
    if (other !== undefined) void retire(other);
    return undefined;
  }

  function begin(entry: URL): Thread {
    const thread = startThread(entry, memoryMb);
    threads.add(thread);
    void thread.ended.then(() => {
      threads.delete(thread);
      idle.delete(thread);
      startWaiting();
    });
    return thread;
  }

  async function retire(thread: Thread): Promise<void> {
    idle.delete(thread);
    await thread.end();
  }

  async function doJob(job: Job, thread: Thread): Promise<void> {
    bytesInWork += job.bytes;
    running.add(job);
    const { message, options } = job;
    const isLast = job.bytes > REUSE_BYTES_MAX;
    let usable = !isLast;
    try {
      const { transfer = [], timeoutMs, receive } = options;
      const outcome = await thread.work({ message, transfer, timeoutMs, isLast, receive });
      usable &&= outcome.kind === 'answer' || outcome.kind === 'refused';
      settle(job, outcome);
    } catch (error) {
      job.reject(error);
    }
    // A thread that ends releases its place and its bytes only after its memory is freed.
    if (!usable) await retire(thread);
    else if (threads.has(thread)) idle.add(thread);
    bytesInWork -= job.bytes;
    running.delete(job);
    startWaiting();
  }

  function settle(job: Job, outcome: Outcome): void {
    if (outcome.kind === 'answer') {
      job.resolve(outcome.answer);
      return;
    }
    if (outcome.kind === 'not-received') {
      job.reject(outcome.error);
      return;
    }
    const error = closed ? THREAD_POOL_CLOSED() : toError(outcome, job.options, memoryMb);
    if (outcome.kind !== 'refused' && !closed) {
      const where = outcome.kind === 'broken' ? outcome.where : undefined;
      const entry = basename(job.entry.pathname);
      log?.warn({ entry, code: error.code, bytes: job.options.bytes, where }, 'worker thread failed');
    }
    job.reject(error);
  }
}

function toError(
  outcome: Exclude<Outcome, { kind: 'answer' | 'not-received' }>,
  { timeoutMs }: RunOptions,
  memoryMb: number,
): AssayError {
  switch (outcome.kind) {
    case 'refused':
      return new AssayError(outcome.code, outcome.message, { details: outcome.details });
    case 'timeout':
      return THREAD_TIMEOUT({ timeoutMs });
    case 'out-of-memory':
      return THREAD_OUT_OF_MEMORY({ memoryMb });
    case 'broken':
    case 'ended':
      return THREAD_CRASHED();
  }
}

/**
 * Runs a job on a whole document; larger documents get more time. Transfers the bytes without a copy: the caller's array is empty
 * afterwards.
 */
export async function runOnDocument<Answer, Part = unknown>(
  pool: ThreadRunner,
  entry: URL,
  request: { readonly bytes: Uint8Array },
  options: Pick<RunOptions<Part>, 'receive' | 'isAlone'> = {},
): Promise<Answer> {
  const size = request.bytes.byteLength;
  const bytes = toTransferable(request.bytes);
  return await pool.run<Answer, Part>(
    entry,
    { ...request, bytes },
    { bytes: size, transfer: [bytes.buffer], timeoutMs: timeoutFor(size), ...options },
  );
}

function timeoutFor(bytes: number): number {
  return LIMITS.threadBaseTimeMs + Math.ceil((bytes / LIMITS.threadBytesPerExtraSecond) * 1000);
}

/** A view of a larger buffer is copied, because small Buffers share one, which would be transferred as a whole. */
function toTransferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
