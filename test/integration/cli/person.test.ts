import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../../src/store/people/audit.ts';
import { aMember, callAs } from '../../support/people.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

describe('assay person', { timeout: 120_000 }, () => {
  let assay: TestAssay;
  let folder: string;
  let orgId: string;
  const run = async (...parameters: string[]): Promise<CommandResult> =>
    await runAssay(['person', ...parameters], { folder, environment: { ASSAY_DATABASE_URL: assay.databaseUrl } });

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
    ({ id: orgId } = (await (await assay.request('/api/v2/organization')).json()) as { id: string });
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('lists the members of the organization', async () => {
    const { email } = await aMember(assay, orgId, 'viewer', { name: 'Grace \u001b[31m' });

    const { code, stdout } = await run('list');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^owner .* never +"owner@localhost" .*""$/m);
    expect(stdout).toMatch(new RegExp(`^viewer .*"${email}" .*"Grace \\\\u\\{1b\\}\\[31m"$`, 'm'));
  });

  it('sets a new password, ends the sessions of the account, and writes an audit entry', async () => {
    const { id, email, password, cookie } = await aMember(assay, orgId, 'owner');
    const signIn = async (text: string): Promise<number> =>
      (await callAs(assay, undefined, '/session', { method: 'POST', body: { email, password: text } })).status;
    expect((await callAs(assay, cookie, '/me')).status).toBe(200);

    const { code, stdout, stderr } = await run('reset-password', email.toUpperCase());

    expect(code).toBe(0);
    expect(stdout).toMatch(/^[A-Za-z0-9_-]{20}\n$/);
    expect(stderr).not.toContain(stdout.trim());
    expect((await callAs(assay, cookie, '/me')).status).toBe(401);
    expect([await signIn(password), await signIn(stdout.trim())]).toEqual([401, 200]);
    const page = { limit: 10, offset: 0 };
    const { items } = await assay.database.inOrg(orgId, async (tx) => await listAuditEntries(tx, page));
    expect(items).toContainEqual(
      expect.objectContaining({
        action: 'person.password_changed',
        actor: { kind: 'system', id: 'command-line', name: 'command line' },
        subject: { kind: 'person', id },
        after: { email, sessionsEnded: 1 },
      }),
    );
  });

  it.each([
    [['reset-password', 'unknown@example.com'], 1, 'Unknown account "unknown@example.com".'],
    [['reset-password'], 2, `missing required argument 'email'`],
    [['forget'], 2, 'expects list, invite or reset-password, not "forget"'],
    [[], 2, 'expects list, invite or reset-password.'],
  ])('rejects %j', async (parameters, exitCode, problem) => {
    const { code, stdout, stderr } = await run(...parameters);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(problem);
  });
});
