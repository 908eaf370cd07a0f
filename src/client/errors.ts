/** Errors of requests to a running Assay. Errors that Assay itself reports keep their code and get the id of the request. */
import { AssayError, defineError, quote } from '../core/errors.ts';

export const SERVER_UNREACHABLE = defineError<{ url: string; reason: string }>(
  'SERVER_UNREACHABLE',
  ({ url, reason }) => `Cannot reach Assay at ${quote(url)}: ${reason}. Check ASSAY_URL and that Assay is running.`,
);

/** A proxy or another program answered. */
export const RESPONSE_UNREADABLE = defineError<{ url: string; status: number }>(
  'RESPONSE_UNREADABLE',
  ({ url, status }) =>
    `${quote(url)} responded with status ${status}, but not in the form of Assay. Check ASSAY_URL and the proxies on the way.`,
);

/** Assay rejected the request. `code` is the code of the API, listed in docs/reference/errors.md. */
export class RequestError extends AssayError {
  readonly status: number;
  /** What Assay says, without status and request id. */
  readonly problem: string;
  readonly requestId: string;

  constructor(status: number, answer: { code: string; message: string; requestId: string }) {
    super(answer.code, `${answer.message} (status ${status}, request ${answer.requestId})`);
    this.status = status;
    this.problem = answer.message;
    this.requestId = answer.requestId;
  }
}
