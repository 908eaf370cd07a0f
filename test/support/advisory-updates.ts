/** A pipeline that syncs from an advisory bucket on loopback, and its stored state in a comparable form. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Feed } from '../../src/feeds/feed.ts';
import { createOsvFeed } from '../../src/feeds/osv/osv.ts';
import {
  refreshSource,
  type RefreshDeps,
  type RefreshOptions,
  type RefreshReport,
} from '../../src/pipeline/advisories/refresh-source.ts';
import { startOsvBucket, type OsvBucket, type OsvBucketOptions } from './osv-bucket.ts';
import { startTestPipeline, type TestPipeline } from './test-pipeline.ts';

export interface AdvisoryUpdates {
  readonly pipeline: TestPipeline;
  /** Used by this instance only. Files are stored deep inside it, so that a path that leads upwards stays inside. */
  readonly folder: string;
  /** Advances the clock. */
  pass(milliseconds: number): void;
  now(): number;
  refresh(
    options?: RefreshOptions &
      Partial<Pick<RefreshDeps, 'signal' | 'onProgress'>> & {
        /** Restricts the refresh to these ecosystems. */
        readonly only?: readonly string[];
      },
  ): Promise<RefreshReport | undefined>;
  /** Reads two different complete lists, a feed interval apart: records missing from both are deleted. */
  refreshTwice(options?: { readonly only?: readonly string[] }): Promise<RefreshReport | undefined>;
  /** Deletes all advisory data; snapshot numbers and package keys are kept. */
  forget(): Promise<void>;
  /** Reads from another URL from now on. */
  readFrom(url: string): void;
  /** Returns all advisory data that matching and users see, without internal numbers and timestamps. */
  readState(): Promise<StoredState>;
  readSnapshot(): Promise<number>;
  /** Returns the package keys whose revision is above the snapshot. */
  listRaised(snapshot: number): Promise<string[]>;
  readSource(): Promise<SourceRow | undefined>;
  readDirectory(directory: string): Promise<DirectoryRow | undefined>;
  close(): Promise<void>;
}

export interface StoredState {
  readonly records: readonly object[];
  readonly entries: readonly object[];
  readonly aliases: readonly object[];
}

export interface SourceRow {
  readonly state: string;
  readonly records: number;
  readonly last_error: string | null;
  readonly lease_until: Date | null;
  readonly progress: unknown;
}

export interface DirectoryRow {
  readonly state: string;
  readonly records: number;
  readonly last_error: string | null;
  readonly pending: readonly string[];
  readonly high_water: Date | null;
}

export async function startAdvisoryUpdates(url: string, ecosystems: readonly string[]): Promise<AdvisoryUpdates> {
  const pipeline = await startTestPipeline();
  const folder = await mkdtemp(join(tmpdir(), 'assay-updates-'));
  const stagingDir = join(folder, 'far', 'far', 'far', 'below');
  await mkdir(stagingDir, { recursive: true });
  let passedMs = 0;
  let address = url;
  const refresh = async (
    { signal, onProgress = () => {}, only = ecosystems, ...options }: Parameters<AdvisoryUpdates['refresh']>[0] = {},
    toFeed: (feed: Feed) => Feed = (feed) => feed,
  ): Promise<RefreshReport | undefined> => {
    const feed = toFeed(createOsvFeed({ url: address, ecosystems: only, stagingDir }));
    const deps = { ...pipeline.deps, now: () => Date.now() + passedMs, signal, onProgress };
    return await refreshSource(deps, feed, options);
  };
  return {
    pipeline,
    folder,
    pass: (milliseconds) => {
      passedMs += milliseconds;
    },
    now: () => Date.now() + passedMs,
    refresh: async (options) => await refresh(options),
    refreshTwice: async (options) => {
      await refresh({ ...options, kind: 'complete', acceptShrink: true }, withOneMoreEntry);
      passedMs += pipeline.deps.feedIntervalMs;
      return await refresh({ ...options, kind: 'complete', acceptShrink: true });
    },
    forget: async () => {
      await pipeline.query('delete from affected_entry');
      await pipeline.query('delete from advisory_record');
      await pipeline.query('delete from advisory_directory');
      await pipeline.query('delete from alias');
    },
    readFrom: (other) => {
      address = other;
    },
    readState: async () => await readStoredState(pipeline),
    readSnapshot: async () => {
      const [row] = await pipeline.query<{ snapshot: string }>('select snapshot from advisory_clock');
      return Number(row?.snapshot ?? 0);
    },
    listRaised: async (snapshot) => {
      const rows = await pipeline.query<{ key: string }>(
        'select key from package_key where revision > $1 order by key collate "C"',
        [snapshot],
      );
      return rows.map(({ key }) => key);
    },
    readSource: async () =>
      (
        await pipeline.query<SourceRow>(
          `select state, records, last_error, lease_until, progress from advisory_source where name = 'osv'`,
        )
      )[0],
    readDirectory: async (directory) =>
      (
        await pipeline.query<DirectoryRow>(
          `select state, records, last_error, pending, high_water from advisory_directory where source = 'osv' and directory = $1`,
          [directory],
        )
      )[0],
    close: async () => {
      await pipeline.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface BucketUpdates extends AdvisoryUpdates {
  /** Stopped by `close`. */
  readonly bucket: OsvBucket;
}

/** Starts a bucket with these records and syncs from it once. */
export async function startUpdatesFrom(directories: OsvBucketOptions['directories']): Promise<BucketUpdates> {
  const bucket = await startOsvBucket({ directories });
  const updates = await startAdvisoryUpdates(bucket.url, Object.keys(directories));
  await updates.refresh();
  return {
    ...updates,
    bucket,
    close: async () => {
      await updates.close();
      await bucket.stop();
    },
  };
}

/** Adds a record that the source does not have to its lists, so that they differ from the lists of the source. */
function withOneMoreEntry(feed: Feed): Feed {
  return {
    ...feed,
    readList: async (...request) => {
      const list = await feed.readList(...request);
      if (list === undefined || list === 'unchanged') return list;
      return { ...list, entries: [...list.entries, { id: 'OSV-1970-1', modified: '1970-01-01T00:00:00.000000Z' }] };
    },
  };
}

/** Normalizes the positions of entries and the order of sets, which do not count as differences. */
async function readStoredState(pipeline: TestPipeline): Promise<StoredState> {
  return {
    records: await pipeline.query(
      `select source, directory, id, modified, published, withdrawn, class, severity, title, md5(details) as details, cvss, cwes,
         "references", aliases, upstream, related, group_ids, too_many_aliases, md5(projection_sha256) as projection,
         md5(severity_sha256) as rating, md5(raw) as raw
       from advisory_record where missing_since is null order by source, directory, id collate "C"`,
    ),
    entries: await pipeline.query(
      `select e.directory, e.record_id, e.package_key, e.own, e.active, (e.entry - 'versions') as entry,
         array(select v from jsonb_array_elements_text(coalesce(e.listed, e.entry->'versions')) v order by v collate "C") as versions
       from affected_entry e join advisory_record r on r.source = e.source and r.directory = e.directory and r.id = e.record_id
       where r.missing_since is null
       order by e.directory, e.record_id collate "C", e.package_key collate "C", e.entry::text collate "C"`,
    ),
    aliases: await pipeline.query('select id, group_id, canonical_id from alias order by id collate "C"'),
  };
}

/** Returns the advisory data that matching reads for each package key: source, id, content hash and groups of each record. */
export async function readKeyContents(pipeline: TestPipeline): Promise<ReadonlyMap<string, string>> {
  const rows = await pipeline.query<{ key: string; content: string }>(
    `select e.package_key as key, string_agg(distinct concat_ws(' ', r.source, r.directory, r.id,
         encode(r.projection_sha256, 'hex'), array_to_string(r.group_ids, ',')), e'\\n') as content
     from affected_entry e join advisory_record r on r.source = e.source and r.directory = e.directory and r.id = e.record_id
     where e.active group by 1`,
  );
  return new Map(rows.map(({ key, content }) => [key, content]));
}

/** Returns the keys that exist in only one of the maps, or whose contents differ. */
export function differingKeys(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  const keys = new Set([...a.keys(), ...b.keys()]);
  return [...keys].filter((key) => a.get(key) !== b.get(key)).toSorted();
}
