import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readFeed, readSome } from '../../test/support/read-feed.ts';
import { readOfficialSchema } from '../../test/support/real-data.ts';
import { readStarterFiles } from '../../test/support/starter-files.ts';
import type { Advisory } from '../core/advisory/advisory.ts';
import { parseOsvRecord } from '../core/advisory/osv/parse-osv-record.ts';
import { MATCHERS } from '../core/match/matchers.ts';
import { parseOsvEcosystem } from '../core/identity/ecosystems/ecosystem.ts';
import { createStarterFeed } from './starter.ts';

const { batches, progress } = await readFeed(createStarterFeed());
const files = readStarterFiles();
const schema = readOfficialSchema('osv/osv.schema.json');
const isRead = ({ directory }: { readonly directory: string }): boolean => parseOsvEcosystem(directory) !== undefined;
const records = files.flatMap(({ directory, records: all }) => all.map((record) => ({ directory, record })));
const named = records.map((entry) => [`${entry.directory}/${entry.record.id}`, entry] as const);

describe('createStarterFeed', () => {
  it('has its own name and reads one batch per ecosystem', () => {
    expect(createStarterFeed()).toMatchObject({ name: 'starter' });
    expect(progress).toEqual(
      batches.map((batch) => ({
        directory: batch[0]?.directory,
        records: batch.length,
        recordsTotal: batch.length,
        skipped: 0,
        bytes: batch.reduce((sum, { bytes }) => sum + bytes.length, 0),
      })),
    );
  });

  it('has neither lists nor single records', async () => {
    const { signal } = new AbortController();

    expect(await createStarterFeed().readList('npm', {}, { signal })).toBeUndefined();
    await expect(readSome(createStarterFeed(), 'npm', ['CVE-2021-44228'])).rejects.toMatchObject({
      code: 'FEED_WITHOUT_RECORDS',
    });
  });

  it('yields the files of supported ecosystems unchanged, and no others', () => {
    expect(
      batches.map((batch) => batch.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()) as unknown)),
    ).toEqual(files.filter(isRead).map((file) => file.records));
  });

  it('contains only ecosystems that have a matcher', () => {
    const families: readonly string[] = MATCHERS.flatMap((matcher) => matcher.families);
    expect(files.map(({ directory }) => directory).filter((known) => !families.includes(known))).toEqual([]);
  });
});

describe('the starter set', () => {
  it('has at least 110 unique records of at least ten ecosystems', () => {
    expect(records.length).toBeGreaterThanOrEqual(110);
    expect(files.length).toBeGreaterThanOrEqual(10);
    expect(new Set(records.map(({ record }) => record.id)).size).toBe(records.length);
  });

  it.runIf(schema !== undefined)('has records that are valid against the official OSV schema', () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema ?? {});

    const refused = records.flatMap(({ record: { id, ...rest } }) =>
      validate({ id, ...rest }) ? [] : [{ id, problems: validate.errors }],
    );

    expect(refused).toEqual([]);
  });

  it.each(named)('%s has a title of one sentence, at most two addresses and no text', (_, { directory, record }) => {
    expect(record.summary).toMatch(/^[A-Z].{20,118}\.$/);
    expect(record.summary).not.toMatch(/\. [A-Z]/);
    expect(record.details).toBeUndefined();
    expect([1, 2]).toContain(record.references.length);
    expect(record.affected.length).toBeGreaterThanOrEqual(1);
    for (const entry of record.affected) expect(entry.package.ecosystem.split(':')[0]).toBe(directory);
  });

  it.each(named.filter(([, entry]) => isRead(entry)))('%s is parsed without a problem', (_, { directory, record }) => {
    const advisory = parseOsvRecord(record) as Advisory;

    expect(advisory).not.toHaveProperty('problem');
    expect(advisory).toMatchObject({
      id: record.id,
      class: record.id.startsWith('MAL-') ? 'malicious' : 'vulnerability',
      withdrawn: undefined,
      entriesSkipped: 0,
    });
    expect(advisory.published).toBeDefined();
    expect(advisory.cvss).toHaveLength(record.severity?.length ?? 0);
    expect(advisory.references).toHaveLength(record.references.length);
    for (const [index, entry] of advisory.affected.entries()) {
      expect(entry).toMatchObject({ family: directory, problems: [] });
      const stated = record.affected[index];
      expect(entry.windows.length > 0).toBe(stated?.ranges !== undefined);
      expect(entry.versions).toEqual(stated?.versions ?? []);
    }
  });
});
