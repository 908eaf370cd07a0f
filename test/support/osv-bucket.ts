/**
 * The OSV bucket on loopback: its list, archive and single records follow the records of each directory, which a test can replace
 * at any time. It supports ETags, and every path can be made to fail.
 */
import { createHash } from 'node:crypto';
import { startBucket, type Behavior, type BucketServer } from './bucket-server.ts';
import { toBehavior, type Fault } from './faults.ts';
import { toArchive, toList, type ExportRecord } from './osv-mirror.ts';

export interface OsvBucketOptions {
  readonly directories: Readonly<Record<string, readonly ExportRecord[]>>;
  /** False: archives only, as in a simple mirror. */
  readonly hasRecords?: boolean;
  readonly hasLists?: boolean;
  /** False: every response is complete, without an ETag. */
  readonly hasTags?: boolean;
}

export interface OsvBucket extends BucketServer {
  /** Replaces the records of a directory, or adds it. */
  set(directory: string, records: readonly ExportRecord[]): void;
  remove(directory: string): void;
  /** `fault('/npm/all.zip', 'cut')`, until it is healed. A directory path (`/npm/`) stands for its single records. */
  fault(path: string, fault: Fault): void;
  /** Without a path, heals everything. */
  heal(path?: string): void;
  /** Clears the list of requests. */
  forget(): void;
}

export async function startOsvBucket(options: OsvBucketOptions): Promise<OsvBucket> {
  const directories = new Map(Object.entries(options.directories).map(([name, list]) => [name, toDirectory(list)]));
  const faults = new Map<string, { readonly fault: Fault; readonly behaviors: Map<string, Behavior> }>();

  const find = (path: string): Uint8Array | undefined => {
    if (path === '/ecosystems.txt') return Buffer.from([...directories.keys()].map((name) => `${name}\n`).join(''));
    const [, name = '', file = ''] = path.split('/');
    const isLeftOut =
      (options.hasLists === false && file === 'modified_id.csv') ||
      (options.hasRecords === false && file.endsWith('.json'));
    return isLeftOut ? undefined : directories.get(name)?.(file);
  };

  const requests: string[] = [];
  const bucket = await startBucket((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    requests.push(path);
    const body = find(path);
    const failing = faults.get(path) ?? (path.endsWith('.json') ? faults.get(folderOf(path)) : undefined);
    if (failing !== undefined) {
      const behavior = failing.behaviors.get(path) ?? toBehavior(failing.fault, body ?? new Uint8Array());
      failing.behaviors.set(path, behavior);
      behavior(request, response);
    } else if (body === undefined) response.writeHead(404).end('Nothing here.');
    else answer(body, options.hasTags !== false)(request, response);
  });

  return {
    ...bucket,
    requests,
    set: (directory, records) => void directories.set(directory, toDirectory(records)),
    remove: (directory) => void directories.delete(directory),
    fault: (path, fault) => void faults.set(path, { fault, behaviors: new Map() }),
    heal: (path) => {
      if (path === undefined) faults.clear();
      else faults.delete(path);
    },
    forget: () => void requests.splice(0),
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Archives and lists are created on request, because a test with thousands of records may need neither. */
function toDirectory(records: readonly ExportRecord[]): (file: string) => Uint8Array | undefined {
  const byFile = new Map(records.map((record) => [`${String(record['id'])}.json`, record]));
  const made = new Map<string, Uint8Array>();
  return (file) => {
    const body = made.get(file) ?? make(file);
    if (body !== undefined) made.set(file, body);
    return body;
  };

  function make(file: string): Uint8Array | undefined {
    if (file === 'all.zip') return toArchive(records);
    if (file === 'modified_id.csv') return Buffer.from(toList(records));
    const record = byFile.get(file);
    return record === undefined ? undefined : Buffer.from(JSON.stringify(record));
  }
}

function answer(body: Uint8Array, hasTags: boolean): Behavior {
  return (request, response) => {
    const tag = `"${createHash('sha1').update(body).digest('hex')}"`;
    if (!hasTags) response.end(body);
    else if (request.headers['if-none-match'] === tag) response.writeHead(304, { etag: tag }).end();
    else response.writeHead(200, { etag: tag, 'content-length': body.length }).end(body);
  };
}
