/**
 * Failures of a thread, as opposed to problems of a document. None of them contain text of the document: runtime messages quote
 * it, and they end up in responses and logs.
 */
import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const THREAD_TIMEOUT = defineError<{ timeoutMs: number }>(
  'THREAD_TIMEOUT',
  ({ timeoutMs }) =>
    `Parsing the document was stopped after ${inSeconds(timeoutMs)} seconds of CPU time or ${inSeconds(timeoutMs * LIMITS.threadWallTimeFactor)} seconds in total. Send it in smaller parts, one SBOM per image.`,
);

export const THREAD_OUT_OF_MEMORY = defineError<{ memoryMb: number }>(
  'THREAD_OUT_OF_MEMORY',
  ({ memoryMb }) =>
    `Parsing the document requires more than ${memoryMb} MB of memory, the limit per document. Send it in smaller parts, one SBOM per image.`,
);

export const THREAD_CRASHED = defineError(
  'THREAD_CRASHED',
  () => 'Parsing the document failed because of an internal error. Retry; if it fails again, report the request id.',
);

export const THREAD_POOL_CLOSED = defineError(
  'THREAD_POOL_CLOSED',
  () => 'Assay is shutting down. Retry in a few seconds.',
);

export const SBOM_TOO_LARGE_TO_READ = defineError<{ path: string; memoryMb: number }>(
  'SBOM_TOO_LARGE_TO_READ',
  ({ path, memoryMb }) =>
    `The value at ${quote(path)} does not fit into the memory limit of ${memoryMb} MB per document. Send it in smaller parts, one SBOM per image.`,
);

export const SBOM_UNREADABLE = defineError<{ problem: string }>(
  'SBOM_UNREADABLE',
  ({ problem }) => `Reading the document failed: ${problem} Send it again.`,
);

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
