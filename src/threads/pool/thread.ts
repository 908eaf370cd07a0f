/**
 * One worker thread with a memory and a time limit. Whatever happens to it (an answer, an exception, `process.exit`, out of
 * memory, an endless loop) becomes exactly one outcome of the job, and the process survives.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker, type Transferable } from 'node:worker_threads';
import { LIMITS } from '../../core/limits.ts';
import type { JobPart, JobReply, PartVerdict, ThreadMessage } from './job-reply.ts';

/**
 * The time limits of a job. A thread is measured by the processor time that it uses, so that a busy machine does not fail a
 * document. The limit in wall-clock time ends a thread that waits forever; it excludes the time that receivers of parts take.
 */
class WorkClock {
  private readonly ring: () => void;
  private leftMs: number;
  private startedAt = 0;
  private wallTimer: NodeJS.Timeout | undefined;
  private cpuTimer: NodeJS.Timeout | undefined;
  private isStopped = false;

  /** Runs from now on, and calls `ring` when a limit is reached. `readCpuMs` returns the processor time of the thread so far. */
  constructor(
    { cpuMs, wallMs }: { readonly cpuMs: number; readonly wallMs: number },
    readCpuMs: () => Promise<number>,
    ring: () => void,
  ) {
    this.ring = ring;
    this.leftMs = wallMs;
    this.resume();
    void this.watchCpu(cpuMs, readCpuMs);
  }

  pause(): void {
    clearTimeout(this.wallTimer);
    this.leftMs = Math.max(0, this.leftMs - (performance.now() - this.startedAt));
  }

  resume(): void {
    this.startedAt = performance.now();
    this.wallTimer = setTimeout(this.ring, this.leftMs);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.wallTimer);
    clearTimeout(this.cpuTimer);
  }

  /** A thread uses at most one second of processor time per second, so it cannot reach the limit before the next check. */
  private async watchCpu(cpuMs: number, readCpuMs: () => Promise<number>): Promise<void> {
    const limitMs = (await readCpuMs()) + cpuMs;
    const check = async (): Promise<void> => {
      const leftMs = limitMs - (await readCpuMs());
      if (this.isStopped) return;
      if (leftMs <= 0) this.ring();
      else this.cpuTimer = setTimeout(() => void check(), Math.max(leftMs, CHECK_INTERVAL_MS_MIN));
    };
    await check();
  }
}

const CHECK_INTERVAL_MS_MIN = 20;

export type Outcome =
  | ReplyOutcome
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'ended' };

export interface Work {
  readonly message: unknown;
  readonly transfer: readonly Transferable[];
  /** Processor time of the thread. */
  readonly timeoutMs: number;
  /** The thread ends after this job. */
  readonly isLast: boolean;
  readonly receive: Receive | undefined;
}

export interface Thread {
  /** URL of the thread entry: a thread is reused only for the same one. */
  readonly entry: string;
  /** Resolves when the worker has ended and its memory is freed. Never rejects. */
  readonly ended: Promise<void>;
  /**
   * Runs one job at a time. Rejects only if the message cannot be cloned, which leaves the thread intact. Once there is an
   * outcome, the receiver is no longer processing a part.
   */
  work(work: Work): Promise<Outcome>;
  end(): Promise<void>;
}

let exposesCollector = false;

/**
 * Gives threads `gc`, which they call before they give up for lack of memory. A flag that changes while several threads run can
 * crash V8, so it is set before the first thread starts. With it, V8 ignores the compiled code that Node.js contains, and a thread
 * takes 150 ms longer to start.
 */
export function exposeCollector(): void {
  if (!exposesCollector) setFlagsFromString('--expose-gc');
  exposesCollector = true;
}

/** By default V8 lets it grow with the memory limit: two threads that parsed advisories took 200 MB more, and were not faster. */
const YOUNG_GENERATION_MB = 32;

export function startThread(entry: URL, memoryMb: number): Thread {
  // The environment contains secrets, and the arguments belong to the main thread: parsing documents needs neither.
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  const worker = new Worker(entry, { resourceLimits, env: compileCache(), execArgv: [] });
  let finish: ((outcome: Outcome) => void) | undefined;
  let line: ReplyQueue | undefined;
  let gone = false;

  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      gone = true;
      finish?.({ kind: 'ended' });
      resolve();
    });
  });
  worker.on('message', (reply: JobPart | JobReply) => line?.push(reply));
  worker.on('messageerror', () => finish?.({ kind: 'broken', where: 'the result could not be deserialized' }));
  worker.on('error', (error) => finish?.(toOutcome(error)));
  // An idle thread must not keep the process alive.
  worker.unref();

  return {
    entry: entry.href,
    ended,
    work: async ({ message, transfer, timeoutMs, isLast, receive }) => {
      if (gone) return { kind: 'ended' };
      send({ kind: 'job', message, isLast }, transfer);
      worker.ref();

      const { promise, resolve } = Promise.withResolvers<Outcome>();
      finish = resolve;
      const limits = { cpuMs: timeoutMs, wallMs: timeoutMs * LIMITS.threadWallTimeFactor };
      const clock = new WorkClock(limits, readCpuMs, () => {
        resolve({ kind: 'timeout' });
      });
      line = new ReplyQueue({ receive, clock, sendVerdict, finish });
      const outcome = await promise;

      clock.stop();
      finish = undefined;
      await line.end();
      line = undefined;
      worker.unref();
      return outcome;
    },
    end: async () => {
      // Before `terminate`, which takes a while: no further part is processed meanwhile.
      finish?.({ kind: 'ended' });
      await worker.terminate();
      await ended;
    },
  };

  /** `cpuUsage` rejects while a worker is starting and after it has ended. */
  async function readCpuMs(): Promise<number> {
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    return (user + system) / 1_000;
  }

  function send(message: ThreadMessage, transfer: readonly Transferable[] = []): void {
    worker.postMessage(message, transfer);
  }

  function sendVerdict(verdict: PartVerdict): void {
    send({ kind: 'verdict', verdict });
  }
}

/**
 * The compile cache of the process, which a thread uses only if its environment says so. Without it, every thread strips the types
 * of its code and compiles it again, which takes 0.3 s.
 */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  // Node appends a folder for its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

function toOutcome(error: unknown): Outcome {
  const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? { kind: 'out-of-memory' } : { kind: 'broken', where: 'outside a job' };
}

/** May take long; the clock of the thread is paused meanwhile. */
type Receive = (part: unknown) => Promise<PartVerdict>;

type ReplyOutcome = JobReply | { readonly kind: 'not-received'; readonly error: unknown };

interface ReplyQueueOptions {
  readonly receive: Receive | undefined;
  readonly clock: { pause(): void; resume(): void };
  readonly sendVerdict: (verdict: PartVerdict) => void;
  readonly finish: (end: ReplyOutcome) => void;
}

/**
 * Processes the messages of a thread during one job in order: the receiver gets one part at a time, the thread gets a verdict on
 * each, and the answer counts only after all parts before it are processed.
 */
class ReplyQueue {
  private readonly options: ReplyQueueOptions;
  private readonly waiting: (JobPart | JobReply)[] = [];
  private processing: Promise<void> | undefined;
  private isStopped = false;
  private isOver = false;

  constructor(options: ReplyQueueOptions) {
    this.options = options;
  }

  push(reply: JobPart | JobReply): void {
    this.waiting.push(reply);
    this.processing ??= this.processAll();
  }

  /** Ends the job, perhaps early. Resolves when the receiver is not processing a part. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.processing;
  }

  private async processAll(): Promise<void> {
    const { clock, finish } = this.options;
    clock.pause();
    for (let reply = this.waiting.shift(); reply !== undefined; reply = this.waiting.shift()) {
      const end = reply.kind === 'part' ? await this.processPart(reply) : reply;
      // The job is already over, so the verdict on this part no longer matters.
      if (this.isOver) return;
      if (end !== undefined) {
        finish(end);
        return;
      }
    }
    clock.resume();
    this.processing = undefined;
  }

  private async processPart({ part }: JobPart): Promise<ReplyOutcome | undefined> {
    const { receive, sendVerdict } = this.options;
    if (receive === undefined) return { kind: 'broken', where: 'a part of a result that must not be split' };
    try {
      // Parts already sent when the receiver returned `stop` are dropped.
      const verdict = this.isStopped ? 'stop' : await receive(part);
      this.isStopped = verdict === 'stop';
      if (!this.isOver) sendVerdict(verdict);
      return undefined;
    } catch (error) {
      return { kind: 'not-received', error };
    }
  }
}
