/** A database with realistic content: two organizations, documents of several chunks, unfinished work, unusual text. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { BackupReader } from '../../../../src/store/backup/backup-reader.ts';
import { requireRestorable, restoreBackup, type RestoreReport } from '../../../../src/store/backup/restore-backup.ts';
import { writeBackup, type BackupReport } from '../../../../src/store/backup/write-backup.ts';
import { newId } from '../../../../src/store/new-id.ts';
import { insertToken } from '../../../../src/store/people/tokens.ts';
import { aCycloneDx, aLargeCycloneDx, anSpdx } from '../../../support/documents.ts';
import { startTestAssay, type TestAssay } from '../../../support/test-assay.ts';

export const AWKWARD_TEXT = 'tab\t newline\n return\r backslash\\ \\N \\. quote" ünïcødé 𝒳';

export interface FilledAssay {
  readonly assay: TestAssay;
  readonly otherToken: string;
  /** Its compressed bytes need more than one chunk. */
  readonly largeDocument: Buffer;
}

/** This Assay has no worker, so uploads stay unprocessed: a restored instance has to start with them. */
export async function aFilledAssay(): Promise<FilledAssay> {
  const assay = await startTestAssay({ ASSAY_ROLE: 'web' });
  const other = await assay.newOrganization();
  const largeDocument = Buffer.concat([aLargeCycloneDx(100_000, { version: 2 }), aPadding(6_000_000)]);
  const uploads = [
    ['/api/v2/service/shop/version/1.0/sbom', assay.token, JSON.stringify(aCycloneDx())],
    ['/api/v2/service/shop/version/1.0/sbom', assay.token, JSON.stringify(aCycloneDx({ version: 3 }))],
    ['/api/v2/service/shop/version/2.0/sbom', assay.token, largeDocument],
    ['/api/v2/service/shop/version/1.0/sbom', other.token, JSON.stringify(aCycloneDx())],
    ['/api/v2/service/bank/version/1.0/sbom', other.token, JSON.stringify(anSpdx())],
  ] as const;
  for (const [path, token, body] of uploads) {
    const headers = { 'content-type': 'application/json' };
    const response = await assay.request(path, { method: 'POST', body, token, headers });
    if (response.status !== 200) throw new Error(await response.text());
  }
  await assay.database.inOrg(other.id, async (tx) => {
    const at = '2026-01-02T03:04:05.678Z';
    const token = { publicId: newId(), sha256: randomBytes(32), scopes: ['read'], serviceIds: [newId()] };
    const createdBy = { kind: 'unrecorded', id: null, name: '' } as const;
    await insertToken(tx, {
      id: newId(),
      name: AWKWARD_TEXT,
      createdAt: at,
      createdBy,
      ownerId: null,
      expiresAt: null,
      ...token,
    });
  });
  return { assay, otherToken: other.token, largeDocument };
}

/** White space after a document, with too little repetition to compress well. */
function aPadding(bytes: number): Buffer {
  const padding = randomBytes(bytes);
  for (let at = 0; at < bytes; at += 1) padding[at] = [0x20, 0x09, 0x0a, 0x0d][(padding[at] ?? 0) % 4] ?? 0x20;
  return padding;
}

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the URL of the superuser, which bypasses row-level security. */
export function toSuperuser(url: string): string {
  const { username, password } = new URL(inject('postgresAdminUrl'));
  return Object.assign(new URL(url), { username, password }).href;
}

/** Throws unless the database is empty. */
export async function requireEmpty(url: string): Promise<void> {
  const [newest] = await ask(url, 'select max(name) from kysely_migration');
  await requireRestorable(url, String(newest?.[0]));
}

const NEVER = new AbortController().signal;

export async function back(url: string, path: string, signal: AbortSignal = NEVER): Promise<BackupReport> {
  return await writeBackup({ url, path, signal, onProgress: () => {} });
}

export async function restore(url: string, path: string, signal: AbortSignal = NEVER): Promise<RestoreReport> {
  const backup = await BackupReader.open(path);
  try {
    return await restoreBackup({ url, backup, signal, onProgress: () => {} });
  } finally {
    await backup.close();
  }
}

/** Runs one statement, independent of the code under test. */
export async function ask(url: string, sql: string, values: readonly unknown[] = []): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, values: [...values], rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}
