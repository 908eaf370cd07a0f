/**
 * Provides the file behind an address for reading: downloaded into the staging folder, or in place if it is a local file. A file
 * that has not changed since the last time is not fetched again.
 */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '../core/limits.ts';
import { download, type Validators } from '../outbound/download.ts';
import { FEED_POLICY } from '../outbound/policy.ts';
import type { ProxySettings } from '../outbound/proxy.ts';
import type { EnrichmentRequest } from './feed.ts';
import { FEED_REJECTED } from './errors.ts';
import { toUnreachable } from './to-unreachable.ts';

export interface FileSource {
  readonly name: string;
  readonly url: string;
  readonly bytesMax: number;
  /** Folder for downloaded files while they are read; a file of a `file://` mirror is read in place. */
  readonly stagingDir: string;
  readonly proxy?: ProxySettings | undefined;
}

export interface FetchedFile extends Validators {
  readonly kind: 'fetched';
  readonly path: string;
  readonly bytes: number;
  /** Deletes the file if it was staged. */
  discard(): Promise<void>;
}

const WEB_PAGE = /^text\/html\b/i;

export async function fetchFile(
  source: FileSource,
  request: EnrichmentRequest,
): Promise<FetchedFile | { readonly kind: 'unchanged' }> {
  const url = new URL(source.url);
  if (url.protocol === 'file:') return await findFile(source, fileURLToPath(url), request);
  await mkdir(source.stagingDir, { recursive: true, mode: 0o700 });
  const path = join(source.stagingDir, `${source.name}-file`);
  const discard = async (): Promise<void> => await rm(path, { force: true });
  try {
    const policy = { ...FEED_POLICY, bytesMax: source.bytesMax, proxy: source.proxy };
    const answer = await download(url, policy, path, request);
    if (answer.kind === 'unchanged') return answer;
    if (WEB_PAGE.test(answer.contentType))
      throw FEED_REJECTED({ source: source.name, problem: 'the response is an HTML page' });
    return {
      kind: 'fetched',
      path,
      bytes: answer.bytes,
      discard,
      etag: shortEnough(answer.etag),
      lastModified: shortEnough(answer.lastModified),
    };
  } catch (error) {
    await discard();
    throw toUnreachable(source.name, error);
  }
}

async function findFile(
  { name, bytesMax }: FileSource,
  path: string,
  { etag: known }: Validators,
): Promise<FetchedFile | { readonly kind: 'unchanged' }> {
  const { size, mtimeNs } = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw FEED_REJECTED({ source: name, problem: 'the file cannot be opened' }, { cause: error });
  });
  if (size > BigInt(bytesMax)) throw FEED_REJECTED({ source: name, problem: `it is larger than ${bytesMax} bytes` });
  const etag = `"${mtimeNs}-${size}"`;
  if (etag === known) return { kind: 'unchanged' };
  return {
    kind: 'fetched',
    path,
    bytes: Number(size),
    etag,
    lastModified: new Date(Number(mtimeNs / 1_000_000n)).toUTCString(),
    discard: async () => await Promise.resolve(),
  };
}

export function shortEnough(validator: string | undefined): string | undefined {
  return validator !== undefined && validator.length <= LIMITS.feedValidatorCharactersMax ? validator : undefined;
}

/** Returns the address for display, without credentials and query: both may contain a secret. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.search = '';
  return url.href;
}
