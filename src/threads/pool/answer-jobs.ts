/**
 * The thread side of a job: every thread entry calls `answerJobs` once. It makes sure that only an answer, an error text meant
 * for the sender, or a code location leaves the thread.
 */
import assert from 'node:assert/strict';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { AssayError } from '../../core/errors.ts';
import type { JobReply, ThreadMessage } from './job-reply.ts';
import { PartEmitter, type Emit } from './part-emitter.ts';

/**
 * Protects a thread that parses untrusted documents against crafted member names: `__proto__` becomes an ordinary name, and
 * prototypes reachable from a parsed value cannot be changed. Errors are not frozen, because setting `message` on one is common
 * code. Neither are regular expressions: no JSON value leads to them, and V8 replaces text ten times slower once their prototype
 * is frozen, which took 40 % of the time of parsing an inventory.
 */
function hardenPrototypes(): void {
  Reflect.deleteProperty(Object.prototype, '__proto__');
  for (const prototype of PROTOTYPES) Object.freeze(prototype);
}

const PROTOTYPES: readonly object[] = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  Map.prototype,
  Set.prototype,
];

const LARGE_JOB_NICENESS = 10;

/**
 * `answerJobs((request: StrictRequest) => checkStrictly(request))` is a complete thread entry. A job with a large answer emits
 * parts of it first: `answerJobs(async (request, emit) => { await emit(part); return rest; })`.
 */
export function answerJobs<Message>(work: (message: Message, emit: Emit) => unknown): void {
  assert(parentPort !== null, 'A thread entry runs inside a worker thread.');
  const port = parentPort;
  hardenPrototypes();

  let parts: PartEmitter | undefined;
  port.on('message', (message: ThreadMessage) => {
    if (message.kind === 'verdict') {
      parts?.handleVerdict(message.verdict);
      return;
    }
    // Requests and small documents take priority over large ones. An unprivileged process cannot raise a priority again, so only
    // the last job of a thread lowers it. Only Linux has priorities per thread; elsewhere they apply to the process.
    if (message.isLast && process.platform === 'linux') setPriority(LARGE_JOB_NICENESS);
    const emitter = new PartEmitter((part, transfer) => {
      port.postMessage(part, transfer);
    });
    parts = emitter;
    void replyTo(message.message as Message, emitter.emit, work).then((reply) => {
      emitter.end();
      port.postMessage(reply);
    });
  });
}

async function replyTo<Message>(
  message: Message,
  emit: Emit,
  work: (message: Message, emit: Emit) => unknown,
): Promise<JobReply> {
  try {
    return { kind: 'answer', answer: await work(message, emit) };
  } catch (error) {
    if (!(error instanceof AssayError)) return { kind: 'broken', where: placeOf(error) };
    return { kind: 'refused', code: error.code, message: error.message, details: error.details };
  }
}

/**
 * Returns the first stack frame. The text before the frames is cut off by its exact length, because a SyntaxError quotes the
 * document there.
 */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const stack = error.stack ?? '';
  const header = stack.indexOf(error.message) + error.message.length;
  return stack.slice(header).split('\n').at(1)?.trim() ?? 'unknown';
}
