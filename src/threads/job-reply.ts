/** What a thread and the pool say to each other about a job. One job at a time per thread, so nothing needs a number. */
import type { ErrorDetail } from '../core/errors.ts';

/** What the receiver of a part says: `stop` when it wants no more of them. */
export type PartVerdict = 'go-on' | 'stop';

/** To the thread. A verdict belongs to the oldest part that has none yet. */
export type ThreadMessage =
  /** `isLast`: the thread ends after this job. */
  | { readonly kind: 'job'; readonly message: unknown; readonly isLast: boolean }
  | { readonly kind: 'verdict'; readonly verdict: PartVerdict };

/** How a job ended. */
export type JobReply =
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** The job ended with an AssayError, whose text is meant for the sender; the thread is as good as before. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
    }
  /** A defect of ours: where it happened, without the message, which may quote the document. */
  | { readonly kind: 'broken'; readonly where: string };

/** A piece of the answer that is too large to be handed over at once; any number of them come before the reply. */
export interface JobPart {
  readonly kind: 'part';
  readonly part: unknown;
}
