/**
 * The thread's side of a job: every thread entry calls `answerJobs` once. It stands between the work and the pool so that
 * nothing but an answer, a text written for the sender, or a place in our own code leaves the thread.
 */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { AssayError } from '../core/errors.ts';
import { hardenPrototypes } from './harden-prototypes.ts';
import type { JobReply } from './job-reply.ts';

/** `answerJobs((request: StrictRequest) => checkStrictly(request))` is a whole thread entry. */
export function answerJobs<Message>(work: (message: Message) => unknown): void {
  assert(parentPort !== null, 'A thread entry runs inside a worker thread.');
  const port = parentPort;
  hardenPrototypes();

  port.on('message', (message: Message) => {
    void replyTo(message, work).then((reply) => {
      port.postMessage(reply);
    });
  });
}

async function replyTo<Message>(message: Message, work: (message: Message) => unknown): Promise<JobReply> {
  try {
    return { kind: 'answer', answer: await work(message) };
  } catch (error) {
    if (!(error instanceof AssayError)) return { kind: 'broken', where: placeOf(error) };
    return { kind: 'refused', code: error.code, message: error.message, details: error.details };
  }
}

/** The first stack frame. What stands before the frames is cut off by its exact length: a SyntaxError quotes the document there. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const stack = error.stack ?? '';
  const header = stack.indexOf(error.message) + error.message.length;
  return stack.slice(header).split('\n').at(1)?.trim() ?? 'unknown';
}
