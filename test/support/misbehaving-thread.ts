/** Thread entry that misbehaves in ways a document must never be able to cause. For tests of the pool only. */
import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { AssayError } from '../../src/core/errors.ts';
import { answerJobs, type Emit } from '../../src/threads/pool/answer-jobs.ts';
import type { PartVerdict } from '../../src/threads/pool/job-reply.ts';

export type Misbehavior =
  | { readonly do: 'tell' }
  /** Uses this much processor time; without `ms`, never ends. */
  | { readonly do: 'spin'; readonly beats?: Int32Array; readonly ms?: number }
  /** Waits without using the processor; without `ms`, never ends. */
  | { readonly do: 'sleep'; readonly ms?: number }
  | { readonly do: 'exhaust memory' }
  | { readonly do: 'exit' }
  | { readonly do: 'throw'; readonly message: string }
  | { readonly do: 'throw later'; readonly message: string }
  | { readonly do: 'refuse'; readonly code: string }
  | { readonly do: 'answer a function' }
  | { readonly do: 'pollute' }
  | { readonly do: 'hold'; readonly gauge: Int32Array }
  /** Emits parts 0, 1, 2 and so on, with up to `ahead` of them in progress at once. */
  | { readonly do: 'emit'; readonly parts: number; readonly ahead: number; readonly made?: Int32Array }
  | { readonly do: 'emit and then'; readonly parts: number; readonly then: Misbehavior }
  /** Emits one part, and misbehaves while it is processed, as soon as the gate is open. */
  | { readonly do: 'emit and meanwhile'; readonly gate: Int32Array; readonly then: Misbehavior }
  | { readonly do: 'emit a function' };

answerJobs(misbehave);

function misbehave(job: Misbehavior, emit: Emit): unknown {
  switch (job.do) {
    case 'tell':
      return { threadId, niceness: getPriority(), variables: Object.keys(process.env).length };
    case 'spin':
      return spin(job);
    case 'sleep':
      return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, job.ms);
    case 'exhaust memory':
      return exhaustMemory();
    case 'exit':
      return process.exit(0);
    case 'throw':
      throw new Error(job.message);
    case 'throw later':
      setTimeout(() => {
        throw new Error(job.message);
      });
      return new Promise(() => {});
    case 'refuse':
      throw new AssayError(job.code, 'For the sender.', { details: [{ path: '/a', message: 'is wrong' }] });
    case 'answer a function':
      return () => {};
    case 'pollute':
      return pollute();
    case 'hold':
      return hold(job.gauge);
    case 'emit':
      return emitParts(job, emit);
    case 'emit and then':
      return emitParts({ parts: job.parts, ahead: 1 }, emit).then(() => misbehave(job.then, emit));
    case 'emit and meanwhile':
      void emit(0);
      Atomics.wait(job.gate, 0, 0);
      return misbehave(job.then, emit);
    case 'emit a function':
      return emit(() => {});
  }
}

function spin({ beats, ms = Infinity }: { readonly beats?: Int32Array; readonly ms?: number }): string {
  const before = process.threadCpuUsage();
  for (;;) {
    if (beats !== undefined) Atomics.add(beats, 0, 1);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > ms * 1_000) return 'done';
  }
}

/** Returns the verdicts in the order of the parts. */
async function emitParts(
  { parts, ahead, made }: { readonly parts: number; readonly ahead: number; readonly made?: Int32Array },
  emit: Emit,
): Promise<readonly PartVerdict[]> {
  const verdicts: Promise<PartVerdict>[] = [];
  for (let part = 0; part < parts; part += 1) {
    await verdicts[part - ahead];
    if (made !== undefined) Atomics.add(made, 0, 1);
    verdicts.push(emit(part));
  }
  return await Promise.all(verdicts);
}

/**
 * Allocates in small steps, as our own loops would: an array that grows in large steps aborts the process when the last step does
 * not fit.
 */
function exhaustMemory(): never {
  let kept: object = {};
  for (;;) kept = { kept };
}

/** The result of code that merges a parsed document into its own object, or writes through a prototype. */
function pollute(): object {
  const parsed: unknown = JSON.parse('{ "__proto__": { "isAdmin": true } }');
  const merged: object = Object.assign({}, parsed);
  const written = Reflect.set(Object.prototype, 'isAdmin', true) || Reflect.set(Array.prototype, 'push', undefined);
  return { written, mergedIsAdmin: 'isAdmin' in merged, anyIsAdmin: 'isAdmin' in {} };
}

/** Runs until the gate is open. The gauge contains the running jobs, their maximum so far, and the gate (0 is closed). */
function hold(gauge: Int32Array): number {
  const now = Atomics.add(gauge, 0, 1) + 1;
  for (let most = Atomics.load(gauge, 1); now > most; most = Atomics.load(gauge, 1))
    Atomics.compareExchange(gauge, 1, most, now);
  Atomics.wait(gauge, 2, 0);
  Atomics.sub(gauge, 0, 1);
  return threadId;
}
