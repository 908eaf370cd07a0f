/**
 * Provides the files of a source from a server or a local folder. A file from a server is staged while it is read; a file in
 * a folder is read in place, and its time and size show whether it has changed.
 */
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssayError } from '../core/errors.ts';
import { download, type Validators } from '../outbound/download.ts';
import { OUTBOUND_NOT_FOUND } from '../outbound/errors.ts';
import { FEED_POLICY } from '../outbound/policy.ts';
import { FEED_REJECTED } from './errors.ts';
import { shortEnough, type FileSource } from './fetch-file.ts';
import { toUnreachable } from './to-unreachable.ts';

interface FileRequest extends Validators {
  /** Relative to the URL of the source, URL-encoded. */
  readonly path: string;
  readonly bytesMax: number;
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

interface SourceFile extends Validators {
  readonly path: string;
  /** Deletes the file if it was staged. */
  discard(): Promise<void>;
}

/** Returns undefined if there is no such file. */
export type GetFile = (request: FileRequest) => Promise<SourceFile | 'unchanged' | undefined>;

export function createSourceFiles({ name, url, stagingDir, proxy }: Omit<FileSource, 'bytesMax'>): GetFile {
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  if (base.protocol === 'file:') return async (request) => await findFile(name, new URL(request.path, base), request);

  // Staged files left by a killed process are overwritten by the next one.
  let staged = 0;
  return async ({ path, bytesMax, timeoutMs = FEED_POLICY.totalTimeoutMs, ...options }) => {
    await mkdir(stagingDir, { recursive: true, mode: 0o700 });
    staged += 1;
    const file = join(stagingDir, `${name}-${staged}.part`);
    const discard = async (): Promise<void> => await rm(file, { force: true });
    try {
      const policy = { ...FEED_POLICY, bytesMax, totalTimeoutMs: timeoutMs, proxy };
      const answer = await download(new URL(path, base), policy, file, options);
      if (answer.kind === 'unchanged') return 'unchanged';
      const { etag, lastModified } = answer;
      return { path: file, etag: shortEnough(etag), lastModified: shortEnough(lastModified), discard };
    } catch (error) {
      await discard();
      if (error instanceof AssayError && error.code === OUTBOUND_NOT_FOUND.code) return undefined;
      throw toUnreachable(name, error);
    }
  };
}

async function findFile(
  source: string,
  url: URL,
  { bytesMax, etag: known, signal }: FileRequest,
): Promise<SourceFile | 'unchanged' | undefined> {
  signal.throwIfAborted();
  const path = fileURLToPath(url);
  const found = await stat(path, { bigint: true }).catch((error: unknown) => undefinedIfMissing(source, error));
  if (found?.isFile() !== true) return undefined;
  if (found.size > BigInt(bytesMax))
    throw FEED_REJECTED({ source, problem: `a file is larger than ${bytesMax} bytes` });
  const etag = `"${found.mtimeNs}-${found.size}"`;
  return etag === known ? 'unchanged' : { path, etag, lastModified: undefined, discard: async () => {} };
}

function undefinedIfMissing(source: string, error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw FEED_REJECTED({ source, problem: 'a file cannot be opened' }, { cause: error });
}

const BEGINNING_BYTES = 256;

/** A proxy or gateway may respond with a web page and status 200. */
export async function isWebPage(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead).trimStart().startsWith('<');
  } finally {
    await handle.close();
  }
}
