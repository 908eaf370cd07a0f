import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../../src/store/people/audit.ts';
import { createInstallation } from '../../support/assay-process.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const TOKEN = /^asy_[a-z0-9]{12}_[A-Za-z0-9_-]{43}\n$/;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;
const TIMEOUT = { timeout: 120_000 };

function idIn(output: string): string {
  return ID.exec(output)?.[0] ?? 'no id';
}

describe('assay token', TIMEOUT, () => {
  let assay: TestAssay;
  let folder: string;
  const run = async (...parameters: string[]): Promise<CommandResult> =>
    await runAssay(['token', ...parameters], { folder, environment: { ASSAY_DATABASE_URL: assay.databaseUrl } });

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('creates an upload token that expires in 90 days, and prints only the token to standard output', async () => {
    const { stdout: text, stderr } = await run('create');

    expect(text).toMatch(TOKEN);
    expect(stderr).toMatch(/Scopes +sbom:upload, read\n/);
    expect(stderr).not.toContain(text.trim());
    const answer = await assay.request('/api/v2/service', { token: text.trim() });
    expect(answer.status).toBe(200);
    expect((await assay.request('/api/v2/token', { token: text.trim() })).status).toBe(403);
  });

  it('sets the given name, scopes, service and expiry', async () => {
    const body = JSON.stringify({ name: 'shop' });
    await assay.request('/api/v2/service', { method: 'POST', body, headers: { 'content-type': 'application/json' } });

    const { stderr } = await run(
      'create',
      '--name',
      'nightly',
      '--scope',
      'read,triage',
      '--scope',
      'read',
      '--service',
      'shop',
      '--expires-days',
      'never',
    );

    const answer = await assay.request(`/api/v2/token/${idIn(stderr)}`);
    expect(await answer.json()).toMatchObject({
      name: 'nightly',
      scopes: ['read', 'triage'],
      serviceIds: [expect.stringMatching(ID)],
      expiresAt: null,
      createdBy: { kind: 'operator', id: null, name: 'command line' },
      owner: null,
    });
  });

  it('rejects an unknown service', async () => {
    const { code, stdout, stderr } = await run('create', '--service', 'nowhere');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('contains an unknown service');
  });

  it('lists tokens and revokes one', async () => {
    const { stdout: text, stderr } = await run('create', '--name', 'short-lived \u001b[31m');
    const id = idIn(stderr);
    expect((await run('list')).stdout).toMatch(new RegExp(`^${id}  active .*"short-lived \\\\u\\{1b\\}\\[31m"$`, 'm'));

    const revoked = await run('revoke', id);

    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringContaining('was revoked at 2') as string });
    await expect.poll(async () => (await assay.request('/api/v2/service', { token: text.trim() })).status).toBe(401);
    expect((await run('list')).stdout).toMatch(new RegExp(`^${id}  revoked`, 'm'));
  });

  it('writes an audit entry', async () => {
    const { stderr } = await run('create');
    await run('revoke', idIn(stderr));

    const { id: orgId } = (await (await assay.request('/api/v2/organization')).json()) as { id: string };
    const { items } = await assay.database.inOrg(
      orgId,
      async (tx) => await listAuditEntries(tx, { limit: 2, offset: 0 }),
    );
    expect(items).toMatchObject([
      {
        action: 'token.revoked',
        actor: { kind: 'system', name: 'command line' },
        subject: { id: idIn(stderr) },
        requestId: null,
      },
      { action: 'token.created', actor: { kind: 'system', name: 'command line' }, subject: { id: idIn(stderr) } },
    ]);
  });

  it('does not find a token of another organization, and asks which organization is meant', async () => {
    const mine = idIn((await run('create')).stderr);
    const other = await assay.newOrganization();

    const unclear = await run('list');
    const foreign = await run('revoke', mine, '--organization', other.id);
    const named = await run('list', '--organization', 'Another organization');

    expect(unclear.code).toBe(1);
    expect(unclear.stderr).toContain('There are several organizations. Choose one with --organization <id>:');
    expect(unclear.stderr).toContain(`${other.id}  "Another organization"`);
    expect(foreign).toMatchObject({ code: 1, stderr: 'This organization has no such token.\n' });
    expect(named.stdout).not.toContain(mine);
    expect(await run('list', '--organization', 'Unknown')).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('assay token on the embedded database', TIMEOUT, () => {
  it('works beside a running Assay, and without one', async () => {
    const installation = await createInstallation();
    const run = async (...parameters: string[]): Promise<CommandResult> =>
      await runAssay(['token', ...parameters], { folder: installation.folder });
    try {
      const first = installation.launch();
      const url = await first.ready;
      const beside = await run('create', '--name', 'beside');
      const read = async (address: string, token: string): Promise<number> =>
        (await fetch(`${address}/api/v2/service`, { headers: { authorization: `Bearer ${token.trim()}` } })).status;
      expect(await read(url, beside.stdout)).toBe(200);
      expect((await run('revoke', idIn(beside.stderr))).code).toBe(0);
      await expect.poll(async () => await read(url, beside.stdout)).toBe(401);
      await first.end('SIGTERM');

      const alone = await run('create', '--name', 'alone');
      expect((await run('list')).stdout).toMatch(/"alone"\n.*"beside"\n/);

      const second = installation.launch();
      expect(await read(await second.ready, alone.stdout)).toBe(200);
      expect((await second.end('SIGTERM')).code).toBe(0);
    } finally {
      await installation.remove();
    }
  });
});
