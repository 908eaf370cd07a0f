/**
 * What a thread says during one job, dealt with in the order it was said: the receiver gets one part at a time, the thread gets
 * its verdict on each, and the answer counts only once all parts before it have been dealt with.
 */
import type { JobPart, JobReply, PartVerdict } from './job-reply.ts';

/** May take its time; the clock of the thread stands still meanwhile. */
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

  /** The job has its outcome, perhaps in the middle. Resolves when no part is with the receiver any more. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.dealing;
  }

  private async dealWithAll(): Promise<void> {
    const { clock, finish } = this.options;
    clock.pause();
    for (let reply = this.waiting.shift(); reply !== undefined; reply = this.waiting.shift()) {
      const end = reply.kind === 'part' ? await this.dealWith(reply) : reply;
      // The job has its outcome already; what the receiver says to a part of it changes nothing any more.
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
      // What was already on its way when the receiver said stop is not shown to it.
      const verdict = this.isStopped ? 'stop' : await receive(part);
      this.isStopped = verdict === 'stop';
      if (!this.isOver) tell(verdict);
      return undefined;
    } catch (error) {
      return { kind: 'not-received', error };
    }
  }
}
