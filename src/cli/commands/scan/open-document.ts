/**
 * Reads the documents of a scan and starts to parse them. This needs a third of the code of the command, so the module is loaded
 * while the database starts.
 */
import type { Config } from '../../../config.ts';
import { AssayError } from '../../../core/errors.ts';
import type { ScanInput } from '../../../pipeline/analysis/scan-once.ts';
import { startParsing } from '../../../threads/inventory/parse-inventory.ts';
import type { PartsRequest } from '../../../threads/inventory/parse-thread.ts';
import { createThreadPool, type ThreadPool } from '../../../threads/pool/thread-pool.ts';
import { commandLog } from '../../terminal/command-log.ts';
import { readInput, toRefusal } from './read-input.ts';
import type { scanDocument } from './report-scan.ts';
import type { ScanRequest } from './scan-request.ts';

export interface OpenedDocument {
  readonly input: string;
  readonly document: Parameters<typeof scanDocument>[1];
  readonly isLarge: boolean;
  readonly cancel: () => void;
}

export interface DocumentReader {
  /** Reads a document and starts to parse it: the first one while the database starts. */
  open(input: string): Promise<OpenedDocument>;
  close(): Promise<void>;
}

export function createDocumentReader(
  config: Config,
  { distro, image }: ScanRequest,
  documents: number,
): DocumentReader {
  let threads: ThreadPool | undefined;
  const openThreads = (documentBytesMax: number): ThreadPool =>
    (threads ??= createThreadPool({
      count: config.threads,
      log: commandLog,
      ...(documents === 1 && { documentBytesMax }),
    }));
  const open = async (input: string): Promise<OpenedDocument> => {
    const read = await readInput(input, config.limits);
    const { length } = read.bytes;
    const context = { distroOverride: distro ?? undefined, image: image ?? undefined };
    const isLarge = length >= LARGE_BYTES;
    if ('lockfile' in read) {
      const { first, finish, cancel } = startParsing(openThreads(length), { ...read, ...context });
      // Unlike an SBOM, a lockfile is not checked before: only its parser can tell that it is unreadable.
      await first.catch((error: unknown) => {
        throw error instanceof AssayError ? toRefusal(input, error) : error;
      });
      return { input, document: { parse: finish, image, inspected: undefined }, isLarge, cancel };
    }
    const { bytes, inspected } = read;
    const { format, specVersion, path } = inspected;
    const request = { bytes, format, specVersion, path, ...context };
    if (documents === 1 && length <= IN_PLACE_BYTES_MAX) {
      return { input, document: { parse: toParsing(request), image, inspected }, isLarge, cancel: () => {} };
    }
    // The bytes are transferred to the thread.
    const { finish, cancel } = startParsing(openThreads(length), request);
    return { input, document: { parse: finish, image, inspected }, isLarge, cancel };
  };
  return { open, close: async () => await threads?.close() };
}

/** Loading the code of a thread takes several times as long as parsing a document of this size. */
const IN_PLACE_BYTES_MAX = 256 * 1024;

function toParsing(request: PartsRequest): ScanInput['parse'] {
  return async (receive) => {
    const { parseInPlace } = await import('../../../threads/inventory/parse-in-place.ts');
    for (const part of parseInPlace(request)) if ((await receive(part)) === 'stop') return;
  };
}

/** Smaller documents need no progress. */
const LARGE_BYTES = 1024 * 1024;
