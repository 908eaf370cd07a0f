/**
 * Processes the messages of a thread during one job in order: the receiver gets one part at a time, the thread gets a verdict on
 * each, and the answer counts only after all parts before it are processed.
 */
import type { JobPart, JobReply, PartVerdict } from './job-reply.ts';

/** May take long; the clock of the thread is paused meanwhile. */
export type Receive = (part: unknown) => Promise<PartVerdict>;

export type LineEnd = JobReply | { readonly kind: 'not-received'; readonly error: unknown };

export interface ReplyLineOptions {
  readonly receive: Receive | undefined;
  readonly clock: { pause(): void; resume(): void };
  readonly tell: (verdict: PartVerdict) => void;
  readonly finish: (end: LineEnd) => void;
}

export class ReplyLine {
  private readonly options: ReplyLineOptions;
  private readonly waiting: (JobPart | JobReply)[] = [];
  private dealing: Promise<void> | undefined;
  private isStopped = false;
  private isOver = false;

  constructor(options: ReplyLineOptions) {
    this.options = options;
  }

  take(reply: JobPart | JobReply): void {
    this.waiting.push(reply);
    this.dealing ??= this.dealWithAll();
  }

  /** Ends the job, perhaps early. Resolves when the receiver is not processing a part. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.dealing;
  }

  private async dealWithAll(): Promise<void> {
    const { clock, finish } = this.options;
    clock.pause();
    for (let reply = this.waiting.shift(); reply !== undefined; reply = this.waiting.shift()) {
      const end = reply.kind === 'part' ? await this.dealWith(reply) : reply;
      // The job is already over, so the verdict on this part no longer matters.
      if (this.isOver) return;
      if (end !== undefined) {
        finish(end);
        return;
      }
    }
    clock.resume();
    this.dealing = undefined;
  }

  private async dealWith({ part }: JobPart): Promise<LineEnd | undefined> {
    const { receive, tell } = this.options;
    if (receive === undefined) return { kind: 'broken', where: 'a part of an answer that is expected as a whole' };
    try {
      // Parts already sent when the receiver returned `stop` are dropped.
      const verdict = this.isStopped ? 'stop' : await receive(part);
      this.isStopped = verdict === 'stop';
      if (!this.isOver) tell(verdict);
      return undefined;
    } catch (error) {
      return { kind: 'not-received', error };
    }
  }
}
