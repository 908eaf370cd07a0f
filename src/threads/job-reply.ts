/** What a thread says to the pool after a job. One job at a time per thread, so a reply needs no number. */
import type { ErrorDetail } from '../core/errors.ts';

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
