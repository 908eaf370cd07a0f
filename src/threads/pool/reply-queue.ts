/**
 * Processes the messages of a thread during one job in order: the receiver gets one part at a time, the thread gets a verdict on
 * each, and the answer counts only after all parts before it are processed.
 */
import type { JobPart, JobReply, PartVerdict } from './job-reply.ts';

/** May take long; the clock of the thread is paused meanwhile. */
export type Receive = (part: unknown) => Promise<PartVerdict>;

export type ReplyOutcome = JobReply | { readonly kind: 'not-received'; readonly error: unknown };

export interface ReplyQueueOptions {
  readonly receive: Receive | undefined;
  readonly clock: { pause(): void; resume(): void };
  readonly sendVerdict: (verdict: PartVerdict) => void;
  readonly finish: (end: ReplyOutcome) => void;
}

export class ReplyQueue {
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
