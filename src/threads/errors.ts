/**
 * Failures of a thread, as opposed to problems of a document. None of them contain text of the document: runtime messages quote
 * it, and they end up in responses and logs.
 */
import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const THREAD_TIMEOUT = defineError<{ timeoutMs: number }>(
  'THREAD_TIMEOUT',
  ({ timeoutMs }) =>
    `Reading the document was stopped after ${inSeconds(timeoutMs)} seconds of processor time or ${inSeconds(timeoutMs * LIMITS.threadWallTimeFactor)} seconds in total. Send it in smaller parts, one SBOM per image.`,
);

export const THREAD_OUT_OF_MEMORY = defineError<{ memoryMb: number }>(
  'THREAD_OUT_OF_MEMORY',
  ({ memoryMb }) =>
    `Reading the document needs more than the ${memoryMb} MB of memory that one document may use. Send it in smaller parts, one SBOM per image.`,
);

export const THREAD_CRASHED = defineError(
  'THREAD_CRASHED',
  () => 'Reading the document failed inside Assay. Send it again; if it fails again, report it with the request id.',
);

export const THREAD_POOL_CLOSED = defineError(
  'THREAD_POOL_CLOSED',
  () => 'Assay is stopping and reads no more documents. Send it again in a few seconds.',
);

export const SBOM_TOO_LARGE_TO_READ = defineError<{ path: string; memoryMb: number }>(
  'SBOM_TOO_LARGE_TO_READ',
  ({ path, memoryMb }) =>
    `The value at ${quote(path)} alone needs more than what is left of the ${memoryMb} MB of memory that one document may use. Send it in smaller parts, one SBOM per image.`,
);

export const SBOM_UNREADABLE = defineError<{ problem: string }>(
  'SBOM_UNREADABLE',
  ({ problem }) => `The document could not be read: ${problem} Send it again.`,
);

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
