/**
 * Sends the parts of one job, on the thread side. A large answer is sent in parts, so that neither side holds all of it twice and
 * the main thread is never blocked; the receiver sets the pace.
 */
import assert from 'node:assert/strict';
import type { Transferable } from 'node:worker_threads';
import type { JobPart, PartVerdict } from './job-reply.ts';

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

export class PartEmitter {
  private readonly post: (part: JobPart, transfer: readonly Transferable[]) => void;
  private readonly pending: ((verdict: PartVerdict) => void)[] = [];
  private isStopped = false;
  private isOver = false;

  constructor(post: (part: JobPart, transfer: readonly Transferable[]) => void) {
    this.post = post;
  }

  readonly emit: Emit = async (part, transfer = []) => {
    assert(!this.isOver, 'Parts must be sent before the result.');
    if (this.isStopped) return 'stop';
    assert(
      this.pending.length < PARTS_PENDING_MAX,
      'Only one part can be in flight: wait for the verdict on the previous part.',
    );
    this.post({ kind: 'part', part }, transfer);
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
