/** Messages between the pool and a thread about a job. A thread has one job at a time, so messages need no ids. */
import type { ErrorDetail } from '../../core/errors.ts';

/** The response of the receiver to a part: `stop` if it wants no more, or the numbers of what it wants of that which follows. */
export type PartVerdict = 'go-on' | 'stop' | { readonly wanted: ReadonlySet<number> };

/** Messages to the thread. A verdict belongs to the oldest part without one. */
export type ThreadMessage =
  /** `isLast`: the thread ends after this job. */
  | { readonly kind: 'job'; readonly message: unknown; readonly isLast: boolean }
  | { readonly kind: 'verdict'; readonly verdict: PartVerdict };

/** The outcome of a job. */
export type JobReply<Answer = unknown> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** The job ended with an AssayError whose text is meant for the sender; the thread can be reused. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
    }
  /** A bug: its code location, without the message, which may quote the document. */
  | { readonly kind: 'broken'; readonly where: string };

/** A part of an answer that is too large to send at once; any number of parts precede the reply. */
export interface JobPart {
  readonly kind: 'part';
  readonly part: unknown;
}
