/**
 * Finds the file with advisories behind an address: the file itself, or a yum repository, whose `repodata/repomd.xml` names its
 * `updateinfo`. The address of a repository ends with a slash, or is a `mirror.list` that names it, as for Amazon Linux.
 * https://docs.aws.amazon.com/linux/al2023/ug/managing-repos-os-updates.html
 */
import { readFile, stat } from 'node:fs/promises';
import { attributeOf, childOf } from '../../core/advisory/distributions/xml-element.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Validators } from '../../outbound/download.ts';
import { FEED_REJECTED } from '../errors.ts';
import type { FileSource } from '../fetch-file.ts';
import { createSourceFiles, type GetFile } from '../source-files.ts';
import { readXml } from './read-xml.ts';

export interface FoundFile extends Validators {
  readonly path: string;
  /** When it was last changed, in ISO 8601; the time of the download if the server does not say it. */
  readonly changedAt: string;
  discard(): Promise<void>;
}

interface Place extends Pick<FileSource, 'name' | 'url' | 'stagingDir' | 'proxy'> {
  /** For messages. */
  readonly source: string;
}

interface FileRequest {
  /** Validators of the last time: those of the file, or of `repomd.xml`. */
  readonly known: Validators;
  readonly signal: AbortSignal;
}

export async function findFile(place: Place, request: FileRequest): Promise<FoundFile | 'unchanged'> {
  const { url } = place;
  if (url.endsWith('/mirror.list'))
    return await findInRepository({ ...place, url: await readMirror(place, request) }, request);
  if (url.endsWith('/')) return await findInRepository(place, request);
  return await get(filesBeside(place), place, nameOf(url), request);
}

/** Resolves names in the folder of a file. */
function filesBeside(place: Place): GetFile {
  return createSourceFiles({ ...place, url: new URL('.', place.url).href });
}

function nameOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname.slice(pathname.lastIndexOf('/') + 1)}${search}`;
}

const LIST_BYTES_MAX = 64 * 1024;

/** Only a mirror at the same server counts: the list must not lead Assay to other addresses. */
async function readMirror(place: Place, { signal }: FileRequest): Promise<string> {
  const getFile = filesBeside(place);
  const file = await get(getFile, place, nameOf(place.url), { known: {}, signal }, LIST_BYTES_MAX);
  try {
    const lines = file === 'unchanged' ? '' : await readFile(file.path, 'utf8');
    const list = new URL(place.url);
    const mirrors = lines.split('\n').flatMap((line) => URL.parse(line.trim()) ?? []);
    const mirror = mirrors.find(({ protocol, host }) => protocol === list.protocol && host === list.host);
    if (mirror === undefined) throw reject(place, 'its mirror.list names no repository at the same server');
    return mirror.href.endsWith('/') ? mirror.href : `${mirror.href}/`;
  } finally {
    if (file !== 'unchanged') await file.discard();
  }
}

const REPOMD = 'repodata/repomd.xml';
const REPOMD_BYTES_MAX = 4 * 1024 ** 2;
const IN_REPOSITORY = /^repodata\/[A-Za-z0-9._-]{1,200}$/;

async function findInRepository(place: Place, request: FileRequest): Promise<FoundFile | 'unchanged'> {
  const getFile = createSourceFiles(place);
  const index = await get(getFile, place, REPOMD, request, REPOMD_BYTES_MAX);
  if (index === 'unchanged') return index;
  try {
    const path = await readUpdateinfoPath(index.path, place, request.signal);
    const file = await get(getFile, place, path, { known: {}, signal: request.signal });
    if (file === 'unchanged') throw new Error('A request without validators cannot be answered with "not modified".');
    const { etag, lastModified } = index;
    return { ...file, etag, lastModified };
  } finally {
    await index.discard();
  }
}

async function readUpdateinfoPath(path: string, place: Place, signal: AbortSignal): Promise<string> {
  const isWanted = (name: string): boolean => name === 'data';
  for await (const element of readXml(path, { source: place.source, signal, isWanted })) {
    if (attributeOf(element, 'type') !== 'updateinfo') continue;
    const location = attributeOf(childOf(element, 'location'), 'href') ?? '';
    if (!IN_REPOSITORY.test(location)) throw reject(place, 'its repomd.xml names a file outside of repodata');
    return location;
  }
  throw reject(place, 'its repomd.xml names no updateinfo');
}

async function get(
  getFile: GetFile,
  place: Place,
  path: string,
  { known, signal }: FileRequest,
  bytesMax = LIMITS.distributionFileBytesMax,
): Promise<FoundFile | 'unchanged'> {
  const file = await getFile({ path, bytesMax, signal, ...known });
  if (file === undefined) throw reject(place, `it has no ${decodeURIComponent(path).slice(0, 100)}`);
  if (file === 'unchanged') return file;
  const lastModified = Date.parse(file.lastModified ?? '');
  const changedAt = Number.isNaN(lastModified) ? (await stat(file.path)).mtime : new Date(lastModified);
  return { ...file, changedAt: changedAt.toISOString() };
}

function reject({ source }: Place, problem: string): Error {
  return FEED_REJECTED({ source, problem });
}
