import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Installation } from '../../support/assay-process.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { aFolder, anInstallation } from './places.ts';

const TIMEOUT = { timeout: 120_000 };

describe('assay backup and restore', TIMEOUT, () => {
  it('move an installation to an empty folder, and from there to a server', async () => {
    const old = await anInstallation();
    const fresh = await anInstallation();
    const server = await createTestDatabase();
    onTestFinished(async () => await server.drop());
    const assay = old.launch();
    const url = await assay.ready;
    const headers = { authorization: `Bearer ${old.token}`, 'content-type': 'application/json' };
    const upload = await fetch(`${url}/api/v2/service/shop/version/1.0/sbom`, {
      method: 'POST',
      headers,
      body: JSON.stringify(aCycloneDx()),
    });
    expect(upload.status).toBe(200);
    const run = async (installation: Installation, ...parameters: string[]): Promise<CommandResult> =>
      await runAssay(parameters, { folder: installation.folder });

    const backup = await run(old, 'backup', 'a.backup');
    await assay.end('SIGTERM');
    const file = join(old.folder, 'a.backup');
    const restore = await run(fresh, 'restore', file);
    const again = await run(fresh, 'restore', file);
    const second = await run(fresh, 'backup', 'b.backup');
    const toServer = await runAssay(['restore', join(fresh.folder, 'b.backup')], {
      folder: await aFolder(),
      environment: { ASSAY_DATABASE_URL: server.url },
    });

    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(backup.stdout).toMatch(/^Backed up 1 organization, [0-9]+ rows, to .*a\.backup \(/m);
    expect(backup.stdout).toContain(`Back up ${join(old.dataDir, 'secret-key')} separately`);
    expect(restore).toMatchObject({ code: 0, stderr: '' });
    expect(restore.stdout).toMatch(/^Restored 1 organization, [0-9]+ rows; verified the SHA-256 of 1 document\.$/m);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('The target database is not empty');
    expect(second.code).toBe(0);
    expect((await readFile(join(fresh.folder, 'b.backup'))).equals(await readFile(file))).toBe(true);
    expect(toServer).toMatchObject({ code: 0, stderr: '' });

    const moved = fresh.launch();
    const answer = await fetch(`${await moved.ready}/api/v2/service/shop/version`, { headers });
    expect(await answer.json()).toMatchObject([{ name: '1.0' }]);
    expect(moved.output()).not.toContain('First start');
    // Nothing was encrypted, so another key works too.
    expect(moved.output()).not.toContain('Warning');
  });

  it('reject a file that is not a backup before they create a database', async () => {
    const installation = await anInstallation();
    const { code, stderr } = await runAssay(['restore', join(import.meta.dirname, 'backup.test.ts')], {
      folder: installation.folder,
    });

    expect(code).toBe(1);
    expect(stderr).toContain('is not an Assay backup');
    await expect(installation.databaseUrl()).rejects.toThrow('No database server');
  });
});

describe('assay migrate', TIMEOUT, () => {
  it('creates the tables once, and reports it', async () => {
    const { folder } = await anInstallation();

    const first = await runAssay(['migrate'], { folder });
    const second = await runAssay(['migrate'], { folder });

    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^PostgreSQL [0-9.]+\napplied 0001-directory\n(applied .*\n)+The database is at [0-9]{4}-.*\.\n$/,
    );
    expect(second.stdout).toMatch(/^PostgreSQL [0-9.]+\nNothing to do: the database is at [0-9]{4}-.*\.\n$/);
  });
});
