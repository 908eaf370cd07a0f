import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { runAssay } from '../../support/run-assay.ts';
import { startTestAssay } from '../../support/test-assay.ts';
import { aFolder, anInstallation } from './places.ts';

const TIMEOUT = { timeout: 120_000 };

describe('assay doctor', TIMEOUT, () => {
  const LABELS = [
    'Node.js',
    'Configuration',
    'Data folder',
    'Free space',
    'Secret key',
    'Database',
    'Migrations',
    'Row-level security',
    'Durability',
    'Queue',
    'Port',
  ];

  it('reports no problem beside a running Assay', async () => {
    const installation = await anInstallation();
    const url = await installation.launch().ready;

    const { code, stdout } = await runAssay(['doctor'], {
      folder: installation.folder,
      environment: { ASSAY_PORT: new URL(url).port },
    });

    for (const label of [...LABELS, 'PostgreSQL binaries']) expect(stdout).toMatch(new RegExp(`^ok    ${label}`, 'm'));
    expect(stdout).toContain('Assay is running and ready');
    expect(code).toBe(0);
  });

  it('creates nothing in an empty folder', async () => {
    const folder = await aFolder();

    const { code, stdout } = await runAssay(['doctor'], { folder, environment: { ASSAY_PORT: '0' } });

    expect([code, stdout]).toEqual([0, expect.stringContaining('not created yet; the first start creates it')]);
    expect(stdout).toContain('.assay (created at the first start)');
    expect(await readdir(folder)).toEqual([]);
  });

  it('warns about a role that bypasses row-level security', async () => {
    const admin = new URL(inject('postgresAdminUrl'));
    const assay = await startTestAssay();
    onTestFinished(async () => await assay.stop());
    admin.pathname = new URL(assay.databaseUrl).pathname;

    const { code, stdout } = await runAssay(['doctor'], {
      folder: assay.dataDir,
      environment: { ASSAY_PORT: '0', ASSAY_DATABASE_URL: admin.href },
    });

    expect(stdout).toMatch(/^warn  Row-level security .*\n +Use a role that owns the database/m);
    expect(code).toBe(0);
  });

  it('fails when another program uses the port, the database does not respond, or the folder is a file', async () => {
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);

    const { code, stdout } = await runAssay(['doctor'], {
      folder: await aFolder(),
      environment: {
        ASSAY_PORT: port,
        ASSAY_DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x',
        ASSAY_DATA_DIR: process.execPath,
      },
    });

    expect(stdout).toMatch(
      new RegExp(`^fail  Port ${port} +another program uses port ${port}\\.\\n +.*ASSAY_PORT`, 'm'),
    );
    expect(stdout).toMatch(/^fail  Database +Cannot connect to the database: connect ECONNREFUSED/m);
    expect(stdout).toMatch(/^fail  Data folder +.* is a file, not a folder\./m);
    expect(stdout).toContain('3 checks failed.');
    expect(stdout).not.toContain('secret');
    expect(code).toBe(1);
  });

  it('stops at an invalid configuration', async () => {
    const { code, stdout } = await runAssay(['doctor'], { folder: await aFolder(), environment: { ASSAY_PORT: 'x' } });

    expect(stdout).toMatch(/^fail  Configuration +.*ASSAY_PORT must be a number/m);
    expect(code).toBe(1);
  });
});
