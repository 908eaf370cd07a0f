/**
 * Provides the releases that have reached their end of life, from the dates that are part of Assay. A release becomes a record when
 * its last day has passed, so that the date alone leads to new findings.
 */
import { createHash } from 'node:crypto';
import { toReleaseEndRecord } from '../../core/advisory/release-ends.ts';
import { parseInstant } from '../../core/advisory/instant.ts';
import { listEndedReleases } from '../../core/identity/distro/end-of-life.ts';
import { textIn } from '../../core/advisory/record-fields.ts';
import { RELEASE_CALENDAR } from '../../core/vocabulary/source.ts';
import type { Feed, RawRecord } from '../feed.ts';
import { batchRecords } from '../record-batches.ts';

export interface ReleasesFeedOptions {
  /** Families whose releases are reported. */
  readonly ecosystems: readonly string[];
  readonly now?: () => number;
}

export function createReleasesFeed({ ecosystems, now = Date.now }: ReleasesFeedOptions): Feed {
  const listRecords = (): readonly Record<string, unknown>[] =>
    listEndedReleases(new Date(now()).toISOString())
      .filter(({ family }) => ecosystems.includes(family))
      .map(toReleaseEndRecord);
  return {
    name: RELEASE_CALENDAR,
    url: 'built-in:releases',
    // No ecosystem has this name, because these records are not the advisories of a release.
    listDirectories: async () => await Promise.resolve({ present: [RELEASE_CALENDAR], missing: [] }),
    readList: async (_directory, { etag: known }) => {
      const records = listRecords();
      const etag = `"${createHash('sha256').update(JSON.stringify(records)).digest('hex')}"`;
      if (etag === known) return await Promise.resolve('unchanged');
      const entries = records.map((record) => ({
        id: textIn(record, 'id') ?? '',
        modified: parseInstant(textIn(record, 'modified') ?? '') ?? '',
      }));
      return await Promise.resolve({ entries: entries.toSorted((a, b) => (a.modified < b.modified ? 1 : -1)), etag });
    },
    readAll: (directory, { onProgress }) => {
      const records = listRecords();
      return batchRecords(toRaw(directory, records), (totals) =>
        onProgress({ directory, recordsTotal: records.length, skipped: 0, ...totals }),
      );
    },
    readSome: (directory, ids, { onProgress }) => {
      const records = listRecords().filter((record) => ids.includes(textIn(record, 'id') ?? ''));
      return batchRecords(toRaw(directory, records), (totals) =>
        onProgress({ directory, recordsTotal: ids.length, skipped: ids.length - records.length, ...totals }),
      );
    },
  };
}

async function* toRaw(directory: string, records: readonly Record<string, unknown>[]): AsyncGenerator<RawRecord> {
  const encoder = new TextEncoder();
  for (const record of records) {
    yield await Promise.resolve({
      directory,
      id: textIn(record, 'id') ?? '',
      bytes: encoder.encode(JSON.stringify(record)),
    });
  }
}
