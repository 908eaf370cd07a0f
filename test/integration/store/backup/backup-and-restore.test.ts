import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../../../src/config.ts';
import { startAssay } from '../../../../src/main.ts';
import { BackupReader } from '../../../../src/store/backup/backup-reader.ts';
import { COMMAND_INTERRUPTED } from '../../../../src/store/backup/errors.ts';
import { createLogger } from '../../../../src/telemetry/log.ts';
import { aCycloneDx } from '../../../support/documents.ts';
import { aDatabase } from '../../../support/test-database.ts';
import {
  aFilledAssay,
  aFolder,
  ask,
  AWKWARD_TEXT,
  back,
  restore,
  toSuperuser,
  type FilledAssay,
} from './filled-database.ts';

let filled: FilledAssay;

beforeAll(async () => {
  filled = await aFilledAssay();
});

afterAll(async () => await filled.assay.stop());

describe('a backup', () => {
  it('of a restored database has the same bytes', async () => {
    const folder = await aFolder();
    const first = join(folder, 'first');
    const second = join(folder, 'second');
    const url = await aDatabase();

    const written = await back(filled.assay.databaseUrl, first);
    const restored = await restore(url, first);
    await back(url, second);

    expect(written).toMatchObject({ organizations: 2, migration: expect.stringMatching(/^[0-9]{4}-/) });
    expect(restored).toMatchObject({ organizations: 2, rows: written.rows, blobs: 5 });
    expect((await readFile(second)).equals(await readFile(first))).toBe(true);
  });

  it('contains every table of every organization, and no job', async () => {
    const path = join(await aFolder(), 'backup');
    await back(filled.assay.databaseUrl, path);

    const reader = await BackupReader.open(path);
    await reader.close();

    const { tables, streams } = reader.manifest;
    const general = tables.filter((table) => !table.tenant).length;
    expect(streams).toHaveLength(2 * (tables.length - general) + general);
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['organization', 'token', 'blob_chunk']));
    expect(tables.filter(({ name }) => name.includes('job') || name.includes('kysely'))).toEqual([]);
    const rowsOf = (table: string): number[] => streams.filter((s) => s.table === table).map((s) => s.rows);
    expect(rowsOf('organization')).toEqual([2]);
    expect(rowsOf('service')).toEqual([1, 2]);
    expect(rowsOf('sbom')).toEqual([3, 2]);
  });

  it('does not depend on whether the role bypasses row-level security', async () => {
    const folder = await aFolder();

    await back(filled.assay.databaseUrl, join(folder, 'ordinary'));
    await back(toSuperuser(filled.assay.databaseUrl), join(folder, 'superuser'));

    expect((await readFile(join(folder, 'superuser'))).equals(await readFile(join(folder, 'ordinary')))).toBe(true);
  });

  it('is readable by its owner only and replaces an older one', async () => {
    const folder = await aFolder();
    const path = join(folder, 'backup');
    await writeFile(path, 'an older one', { mode: 0o644 });

    const { fileBytes } = await back(filled.assay.databaseUrl, path);

    expect(await stat(path)).toMatchObject({ size: fileBytes, mode: 0o100600 });
    expect(await readdir(folder)).toEqual(['backup']);
  });

  it('leaves the older one in place when it is interrupted', async () => {
    const folder = await aFolder();
    const path = join(folder, 'backup');
    await writeFile(path, 'an older one');

    const attempt = back(filled.assay.databaseUrl, path, AbortSignal.abort());

    await expect(attempt).rejects.toMatchObject({ code: COMMAND_INTERRUPTED.code });
    expect(await readFile(path, 'utf8')).toBe('an older one');
    expect(await readdir(folder)).toEqual(['backup']);
  });
});

describe('a restored database', () => {
  it('serves the data of the original, and completes its unfinished work', async () => {
    const folder = await aFolder();
    const url = await aDatabase();
    const { headers: saved } = await filled.assay.request('/api/v2/event?after=latest');
    await back(filled.assay.databaseUrl, join(folder, 'backup'));
    // Already read by a client, but not in the backup.
    const lost = JSON.stringify(aCycloneDx({ version: 9 }));
    await filled.assay.request('/api/v2/service/shop/version/3.0/sbom', { method: 'POST', body: lost });
    const { headers: seen } = await filled.assay.request('/api/v2/event?after=latest');
    await restore(url, join(folder, 'backup'));
    const config = parseConfig({ ASSAY_PORT: '0', ASSAY_DATABASE_URL: url }, folder);

    const assay = await startAssay(config, createLogger('silent'));
    onTestFinished(async () => await assay.stop());

    expect(assay.firstStart).toBeUndefined();
    const get = async (path: string, token: string): Promise<Response> =>
      await fetch(`${assay.url}/api/v2/${path}`, { headers: { authorization: `Bearer ${token}` } });
    const services = (await (await get('service', filled.otherToken)).json()) as { name: string }[];
    expect(services.map(({ name }) => name).toSorted()).toEqual(['bank', 'shop']);
    const sboms = (await (await get('service/shop/version/2.0/sbom', filled.assay.token)).json()) as { id: string }[];
    const raw = await get(`sbom/${sboms[0]?.id}/raw`, filled.assay.token);
    expect(Buffer.from(await raw.arrayBuffer()).equals(filled.largeDocument)).toBe(true);
    await expect
      .poll(async () => await (await get('service/shop/version/2.0/sbom', filled.assay.token)).json())
      .toMatchObject([{ status: expect.stringMatching(/^analyzed/) }]);
    // Waits for both versions, because nothing may change between the two reads that are compared.
    await expect
      .poll(async () => await (await get('event?type=analysis.completed', filled.assay.token)).json())
      .toHaveLength(2);
    const readFrom = async (headers: Headers): Promise<unknown> =>
      await (await get(`event?limit=5&after=${headers.get('x-next-cursor')}`, filled.assay.token)).json();
    const told = await readFrom(saved);
    expect(told).toContainEqual(expect.objectContaining({ type: 'analysis.completed' }));
    expect(await readFrom(seen)).toEqual(told);
  });

  it('has unusual text unchanged', async () => {
    const path = join(await aFolder(), 'backup');
    const url = await aDatabase();
    await back(filled.assay.databaseUrl, path);
    await restore(url, path);

    const found = await ask(toSuperuser(url), 'select created_at from token where name = $1', [AWKWARD_TEXT]);

    expect(found).toEqual([[new Date('2026-01-02T03:04:05.678Z')]]);
  });
});
