/**
 * The thread side of a job: every thread entry calls `answerJobs` once. It makes sure that only an answer, an error text meant
 * for the sender, or a code location leaves the thread.
 */
import assert from 'node:assert/strict';
import { setPriority } from 'node:os';
import { parentPort, type MessagePort, type Transferable } from 'node:worker_threads';
import { AssayError } from '../../core/errors.ts';
import type { JobReply, ThreadMessage, JobPart, PartVerdict } from './job-reply.ts';

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
 * parts of it first: `answerJobs(async (request, emit) => { await emit(part); return rest; })`. What `transferOf` finds in an
 * answer is sent without a copy.
 */
export function answerJobs<Message, Answer>(
  work: (message: Message, emit: Emit) => Answer | Promise<Answer>,
  transferOf?: (answer: Answer) => readonly Transferable[],
): void {
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
    const emitter = new PartEmitter(port);
    parts = emitter;
    void replyTo(message.message as Message, emitter.emit, work).then((reply) => {
      emitter.end();
      port.postMessage(reply, reply.kind === 'answer' ? transferOf?.(reply.answer) : undefined);
    });
  });
}

async function replyTo<Message, Answer>(
  message: Message,
  emit: Emit,
  work: (message: Message, emit: Emit) => Answer | Promise<Answer>,
): Promise<JobReply<Answer>> {
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

/**
 * Resolves when the receiver has processed the part. After `stop` nothing more is sent, and every call returns `stop`. One part
 * can be sent ahead while another is processed, so the next one can be prepared in the meantime:
 *
 *     let dealt = emit(first);
 *     const second = prepare();
 *     if ((await dealt) === 'go-on') dealt = emit(second);
 */
export type Emit = (part: unknown, transfer?: readonly Transferable[]) => Promise<PartVerdict>;

const PARTS_PENDING_MAX = 2;

/**
 * Sends the parts of one job. A large answer is sent in parts, so that neither side holds all of it twice and the main thread is
 * never blocked; the receiver sets the pace.
 */
class PartEmitter {
  private readonly port: MessagePort;
  private readonly pending: ((verdict: PartVerdict) => void)[] = [];
  private isStopped = false;
  private isOver = false;

  constructor(port: MessagePort) {
    this.port = port;
  }

  readonly emit: Emit = async (part, transfer = []) => {
    assert(!this.isOver, 'Parts must be sent before the result.');
    if (this.isStopped) return 'stop';
    assert(
      this.pending.length < PARTS_PENDING_MAX,
      'Only one part can be in flight: wait for the verdict on the previous part.',
    );
    this.port.postMessage({ kind: 'part', part } satisfies JobPart, transfer);
    return await new Promise((resolve) => {
      this.pending.push(resolve);
    });
  };

  handleVerdict(verdict: PartVerdict): void {
    if (verdict === 'stop') this.isStopped = true;
    this.pending.shift()?.(verdict);
  }

  /** After the reply, a part would be attributed to the next job. */
  end(): void {
    this.isOver = true;
  }
}
