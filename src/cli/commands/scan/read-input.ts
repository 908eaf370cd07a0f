/**
 * Reads the document of a scan from a file or standard input. An SBOM may be compressed, as detected from its first bytes, and
 * goes through the same scanner as an upload, with the same limits after decompression. A lockfile is known by its name.
 */
import { createReadStream } from 'node:fs';
import { AssayError } from '../../../core/errors.ts';
import { LIMITS, type Limits } from '../../../core/limits.ts';
import { BODY_EMPTY, LOCKFILE_TOO_LARGE } from '../../../core/sbom/errors.ts';
import { findLockfileKind, type LockfileKind } from '../../../core/sbom/lockfile/lockfile-kinds.ts';
import { inspectSbom, type InspectedSbom } from '../../../core/sbom/scan/inspect-sbom.ts';
import type { ByteRange } from '../../../core/sbom/scan/scan-facts.ts';
import { createScanner } from '../../../core/sbom/scan/scan-document.ts';
import { unwrapDocument } from '../../../envelope/unwrap-document.ts';
import { decodeBody, type BodyEncoding } from '../../../api/http/body/body-encoding.ts';
import { BODY_TOO_LARGE } from '../../../api/errors.ts';
import { STANDARD_INPUT } from '../../documents/find-documents.ts';
import { SCAN_INPUT_REFUSED, SCAN_INPUT_UNREADABLE } from '../../errors.ts';

type InputDocument = SbomDocument | LockfileDocument;

interface SbomDocument {
  readonly bytes: Uint8Array;
  readonly inspected: InspectedSbom;
}

interface LockfileDocument {
  readonly bytes: Uint8Array;
  readonly lockfile: LockfileKind;
}

/** `onPlain` is called before an SBOM that is not compressed is read. */
export async function readInput(
  input: string,
  limits: Limits,
  onPlain: () => Promise<void> = async () => {},
): Promise<InputDocument> {
  const lockfile = findLockfileKind(input);
  try {
    const source = openInput(input);
    return lockfile === undefined
      ? await readDocument(source, limits, onPlain)
      : { lockfile, bytes: await readLockfile(source) };
  } catch (error) {
    if (error instanceof AssayError) throw toRefusal(input, error);
    throw isSystemError(error) ? SCAN_INPUT_UNREADABLE({ input, reason: reasonOf(error) }, { cause: error }) : error;
  }
}

/** An error about a document in the words of the command line, with the name of the file. */
export function toRefusal(input: string, error: AssayError): AssayError {
  return SCAN_INPUT_REFUSED({ input, problem: toProblem(error) }, { cause: error });
}

async function readLockfile(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > LIMITS.lockfileBytesMax) throw LOCKFILE_TOO_LARGE({ bytesMax: LIMITS.lockfileBytesMax });
    parts.push(chunk);
  }
  if (size === 0) throw BODY_EMPTY();
  return Buffer.concat(parts);
}

function openInput(input: string): AsyncIterable<Buffer> {
  return input === STANDARD_INPUT ? process.stdin : createReadStream(input, { highWaterMark: 256 * 1024 });
}

async function readDocument(
  source: AsyncIterable<Buffer>,
  limits: Limits,
  onPlain: () => Promise<void>,
): Promise<SbomDocument> {
  const { encoding, chunks } = await peekEncoding(source);
  if (encoding === 'identity') await onPlain();
  const scanner = createScanner();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of decodeBody(chunks, encoding, limits)) {
    size += chunk.length;
    if (size > limits.bodyInflatedBytesMax) throw BODY_TOO_LARGE({ bytesMax: limits.bodyInflatedBytesMax });
    scanner.push(chunk);
    parts.push(chunk);
  }
  const bytes = Buffer.concat(parts);
  const read = async ({ start, end }: ByteRange): Promise<Buffer> => await Promise.resolve(bytes.subarray(start, end));
  const { facts, path } = await unwrapDocument(scanner.end(), read);
  return { inspected: inspectSbom(facts, path), bytes };
}

const MAGIC: readonly (readonly [BodyEncoding, Buffer])[] = [
  ['gzip', Buffer.from([0x1f, 0x8b])],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
];
const MAGIC_BYTES_MAX = 4;

/** The first chunk of a pipe may be a single byte. */
async function peekEncoding(
  source: AsyncIterable<Buffer>,
): Promise<{ readonly encoding: BodyEncoding; readonly chunks: AsyncIterable<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let opening = Buffer.alloc(0);
  while (opening.length < MAGIC_BYTES_MAX) {
    const next = await iterator.next();
    if (next.done === true) break;
    opening = Buffer.concat([opening, next.value]);
  }
  const [encoding = 'identity'] = MAGIC.find(([, magic]) => opening.subarray(0, magic.length).equals(magic)) ?? [];
  return { encoding, chunks: join(opening, iterator) };
}

async function* join(opening: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (opening.length > 0) yield opening;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** Replaces messages that are worded for HTTP clients. */
const PROBLEMS: Readonly<Record<string, string>> = {
  BODY_EMPTY: 'the file is empty.',
  BODY_LOOKS_COMPRESSED: 'the file is an archive. Extract the SBOM first; only gzip and zstd are decompressed.',
  BODY_RATIO_TOO_HIGH: 'its compression ratio is too high for an SBOM.',
};

function toProblem({ code, message }: AssayError): string {
  const known = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  return known ?? message.replace(/^The (?:body|document)/, 'the document').replace(/^The lockfile/, 'the lockfile');
}

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

function reasonOf({ code }: { readonly code: string }): string {
  return (Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? code;
}
