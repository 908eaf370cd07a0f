/** Thread entry that does what a document must never achieve. For tests of the pool only. */
import { threadId } from 'node:worker_threads';
import { AssayError } from '../../src/core/errors.ts';
import { answerJobs } from '../../src/threads/answer-jobs.ts';

export type Misbehavior =
  | { readonly do: 'tell' }
  | { readonly do: 'spin'; readonly beats?: Int32Array }
  | { readonly do: 'exhaust memory' }
  | { readonly do: 'exit' }
  | { readonly do: 'throw'; readonly message: string }
  | { readonly do: 'throw later'; readonly message: string }
  | { readonly do: 'refuse'; readonly code: string }
  | { readonly do: 'answer a function' }
  | { readonly do: 'pollute' }
  | { readonly do: 'hold'; readonly gauge: Int32Array };

answerJobs((job: Misbehavior): unknown => {
  switch (job.do) {
    case 'tell':
      return { threadId, variables: Object.keys(process.env).length };
    case 'spin':
      for (;;) if (job.beats !== undefined) Atomics.add(job.beats, 0, 1);
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
  }
});

function exhaustMemory(): never {
  const kept: object[] = [];
  for (;;) kept.push({ kept });
}

/** What code gets that merges a parsed document into an object of its own, or writes through a prototype it found there. */
function pollute(): object {
  const parsed: unknown = JSON.parse('{ "__proto__": { "isAdmin": true } }');
  const merged: object = Object.assign({}, parsed);
  const written = Reflect.set(Object.prototype, 'isAdmin', true) || Reflect.set(Array.prototype, 'push', undefined);
  return { written, mergedIsAdmin: 'isAdmin' in merged, anyIsAdmin: 'isAdmin' in {} };
}

/** Stays in work until the gate is open. The gauge: jobs now in work, the most there ever were, the gate (0 is shut). */
function hold(gauge: Int32Array): number {
  const now = Atomics.add(gauge, 0, 1) + 1;
  for (let most = Atomics.load(gauge, 1); now > most; most = Atomics.load(gauge, 1))
    Atomics.compareExchange(gauge, 1, most, now);
  Atomics.wait(gauge, 2, 0);
  Atomics.sub(gauge, 0, 1);
  return threadId;
}
