/**
 * Reads the documents of a scan and starts to parse them. This needs a third of the code of the command, so the module is loaded
 * while the database starts.
 */
import { stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { Config } from '../../../config.ts';
import { AssayError } from '../../../core/errors.ts';
import type { ScanInput } from '../../../pipeline/analysis/scan-once.ts';
import type { startParsing as StartParsingFunction } from '../../../threads/inventory/parse-inventory.ts';
import type { PartsRequest } from '../../../threads/inventory/parse-thread.ts';
import type { ThreadPool } from '../../../threads/pool/thread-pool.ts';
import { STANDARD_INPUT } from '../../documents/find-documents.ts';
import { commandLog } from '../../terminal/command-log.ts';
import { readInput, toRefusal } from './read-input.ts';
import type { scanDocument } from './report-scan.ts';
import type { ScanRequest } from './scan-request.ts';

type StartParsing = typeof StartParsingFunction;

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
  const openThreads = async (length: number): Promise<ThreadPool> => {
    const { createThreadPool } = await import('../../../threads/pool/thread-pool.ts');
    threads ??= createThreadPool({
      count: config.threads,
      log: commandLog,
      ...(documents === 1 && { documentBytesMax: length }),
    });
    return threads;
  };
  const parseInThread = async (
    length: number,
    asked: Parameters<StartParsing>[1],
  ): Promise<ReturnType<StartParsing>> => {
    // Small documents need neither.
    const { startParsing } = await import('../../../threads/inventory/parse-inventory.ts');
    return startParsing(await openThreads(length), asked);
  };
  // Loading the code of a thread takes about as long as reading a large document.
  const prepareThread = async (input: string): Promise<void> => {
    if (documents > 1 || input === STANDARD_INPUT) return;
    const { size } = await stat(input);
    if (size <= IN_PLACE_BYTES_MAX) return;
    const { prepareParsing } = await import('../../../threads/inventory/parse-inventory.ts');
    prepareParsing(await openThreads(size));
  };
  const open = async (input: string): Promise<OpenedDocument> => {
    const read = await readInput(input, config.limits, async () => await prepareThread(input));
    const { length } = read.bytes;
    const context = { distroOverride: distro ?? undefined, image: image ?? undefined };
    const isLarge = length >= LARGE_BYTES;
    if ('lockfile' in read) {
      const { first, finish, cancel } = await parseInThread(length, { ...read, ...context });
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
      return { input, document: { parse: await parseHere(request), image, inspected }, isLarge, cancel: () => {} };
    }
    // The bytes are transferred to the thread.
    const { finish, cancel } = await parseInThread(length, request);
    return { input, document: { parse: finish, image, inspected }, isLarge, cancel };
  };
  return { open, close: async () => await threads?.close() };
}

/** Loading the code of a thread takes several times as long as parsing a document of this size. */
const IN_PLACE_BYTES_MAX = 2 * 1024 * 1024;

/** Parses at once, while the database starts. */
async function parseHere(request: PartsRequest): Promise<ScanInput['parse']> {
  const { parseInPlace } = await import('../../../threads/inventory/parse-in-place.ts');
  // Loading and parsing leave the database no turn of the event loop to answer in.
  await turn();
  const parts = parseInPlace(request);
  await turn();
  return async (receive) => {
    for (const part of parts) if ((await receive(part)) === 'stop') return;
  };
}

/** Smaller documents need no progress. */
const LARGE_BYTES = 1024 * 1024;
