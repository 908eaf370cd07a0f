import { describe, expect, it } from 'vitest';
import { readFeed } from '../../test/support/read-feed.ts';
import type { Advisory } from '../core/advisory/advisory.ts';
import { readOsvRecord } from '../core/advisory/osv.ts';
import { MATCHERS } from '../core/match/matchers.ts';
import { createStarterFeed } from './starter.ts';

const { batches, progress } = await readFeed(createStarterFeed());
const records = batches.flat().map((raw) => ({
  ...raw,
  json: JSON.parse(Buffer.from(raw.bytes).toString()) as { id: string; summary: string; details?: string },
}));

describe('createStarterFeed', () => {
  it('has its own name and reads one batch per ecosystem', () => {
    expect(createStarterFeed()).toMatchObject({ name: 'starter' });
    expect(progress).toEqual(
      batches.map((batch) => ({
        directory: batch[0]?.directory,
        records: batch.length,
        recordsTotal: batch.length,
        skipped: 0,
      })),
    );
  });

  it('knows something of every ecosystem that is checked, and of no other', () => {
    expect(progress.map(({ directory }) => directory).toSorted()).toEqual(
      MATCHERS.flatMap(({ families }) => families).toSorted(),
    );
    for (const batch of batches) expect(batch.length).toBeGreaterThanOrEqual(5);
  });

  it('has every record once', () => {
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  it.each(records.map((record) => [`${record.directory}/${record.id}`, record] as const))(
    '%s is read without a problem',
    (_, { id, directory, json }) => {
      const advisory = readOsvRecord(json) as Advisory;

      expect(advisory).not.toHaveProperty('problem');
      expect(advisory).toMatchObject({ id, class: 'vulnerability', withdrawn: undefined, entriesSkipped: 0 });
      expect(advisory.published).toBeDefined();
      expect(['unknown', 'none']).not.toContain(advisory.severity);
      expect(advisory.references.length).toBeGreaterThanOrEqual(1);
      expect(advisory.affected.length).toBeGreaterThanOrEqual(1);
      for (const entry of advisory.affected) {
        expect(entry).toMatchObject({ family: directory, problems: [] });
        expect(entry.windows.length).toBeGreaterThanOrEqual(1);
      }
    },
  );

  it.each(records.map(({ id, json }) => [id, json] as const))(
    '%s has a title of one sentence and no text',
    (_, json) => {
      expect(json.summary).toMatch(/^[A-Z].{20,110}\.$/);
      expect(json.summary).not.toMatch(/\. [A-Z]/);
      expect(json.details).toBeUndefined();
    },
  );
});
