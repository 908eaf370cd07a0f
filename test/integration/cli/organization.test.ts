/** `assay organization` as an operator runs it beside a server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../src/store/new-id.ts';
import { listAuditEntries } from '../../../src/store/people/audit.ts';
import { recordUnusedSets } from '../../../src/store/portfolio/components/unused-components.ts';
import { insertOpinionRows } from '../../support/opinion-rows.ts';
import { callAs, cookieOf, PASSWORD } from '../../support/people.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { until } from '../../support/server-processes.ts';
import { hashRows } from '../../support/stored-rows.ts';
import { createTenantFixture, waitForRest, type TenantFixture } from '../../support/tenant-fixture.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const LONG = { timeout: 180_000 };

describe('assay organization', LONG, () => {
  let assay: TestAssay;
  let folder: string;
  const runWith = async (environment: Record<string, string>, ...parameters: string[]): Promise<CommandResult> =>
    await runAssay(['organization', ...parameters], {
      folder,
      environment: { ASSAY_DATABASE_URL: assay.databaseUrl, ...environment },
    });
  const run = async (...parameters: string[]): Promise<CommandResult> => await runWith({}, ...parameters);

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Creates an organization with rows in every table that belongs to organizations. */
  async function anOrganization(suffix: string): Promise<TenantFixture> {
    const fixture = await createTenantFixture(assay, suffix);
    const { id, token } = fixture.organization;
    await assay.request('/api/v2/organization', {
      method: 'PATCH',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Organization ${suffix}`, autoCreateServices: false }),
    });
    await assay.request('/api/v2/event', { token });
    await assay.database.inOrg(id, async (tx) => {
      await recordUnusedSets(tx, [Buffer.alloc(32)], new Date().toISOString());
      await insertOpinionRows(tx, fixture);
    });
    await waitForRest(assay, fixture);
    return fixture;
  }

  async function rowsOf({ organization }: TenantFixture): Promise<string[]> {
    const hashes = await hashRows(assay.database, organization.id);
    return Object.entries(hashes).flatMap(([table, hash]) => (hash.startsWith('0 rows') ? [] : [table]));
  }

  async function unchangingRows({ organization }: TenantFixture): Promise<Record<string, string>> {
    const { webhook = '', ...hashes } = await hashRows(assay.database, organization.id);
    // The dispatcher advances its position in the events by itself.
    return { ...hashes, webhook: webhook.slice(0, webhook.indexOf(',')) };
  }

  async function isGone({ organization }: TenantFixture): Promise<boolean> {
    return await assay.database.reference(async (tx) => {
      const { rows } = await tx.client.query('select 1 from organization where id = $1', [organization.id]);
      return rows.length === 0;
    });
  }

  it('creates an organization whose owner joins with the printed link', async () => {
    const { code, stdout, stderr } = await runWith(
      { ASSAY_PUBLIC_URL: 'https://assay.example.com' },
      'create',
      ' Payments ',
      '--owner',
      'Ada@Example.com',
    );

    expect([code, stderr]).toEqual([0, expect.stringContaining('Created organization "Payments"')]);
    const [, invitation] = /^https:\/\/assay\.example\.com\/invite\/([A-Za-z0-9_-]{43})\n$/.exec(stdout) ?? [];
    expect(stderr).not.toContain(invitation);
    const accepted = await callAs(assay, undefined, `/invitation/by-code/${invitation}`, {
      method: 'POST',
      body: { name: 'Ada', password: PASSWORD },
    });
    expect(await accepted.json()).toMatchObject({
      person: { email: 'ada@example.com' },
      organization: { name: 'Payments' },
      role: 'owner',
    });
    const audit = await callAs(assay, cookieOf(accepted), '/audit?limit=10');
    expect(((await audit.json()) as { action: string }[]).map(({ action }) => action)).toEqual([
      'session.started',
      'member.added',
      'invitation.created',
      'organization.created',
    ]);
  });

  it('prints JSON for scripts', async () => {
    const created = await run('create', 'Search', '--owner', 'grace@example.com', '--json');

    const organization = JSON.parse(created.stdout) as { id: string };
    expect(organization).toMatchObject({
      name: 'Search',
      invitation: {
        email: 'grace@example.com',
        role: 'owner',
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/invite\//),
      },
    });
    const listed = JSON.parse((await run('list', '--json')).stdout) as unknown[];
    expect(listed).toContainEqual(expect.objectContaining({ id: organization.id, name: 'Search', members: 0 }));
    const renamed = JSON.parse((await run('rename', organization.id, 'Find', '--json')).stdout) as unknown;
    expect(renamed).toMatchObject({ id: organization.id, name: 'Find' });
  });

  it('lists organizations with quoted names, and renames them with an audit entry', async () => {
    const { id } = JSON.parse((await run('create', 'a \u001b[31m', '--owner', 'a@example.com', '--json')).stdout) as {
      id: string;
    };
    expect((await run('list')).stdout).toMatch(new RegExp(`^${id} .* 0 +"a \\\\u\\{1b\\}\\[31m"$`, 'm'));

    const { code, stdout } = await run('rename', id, '  Delivery ');

    expect([code, stdout]).toEqual([0, expect.stringContaining('to "Delivery"')]);
    const page = { limit: 1, offset: 0 };
    const { items } = await assay.database.inOrg(id, async (tx) => await listAuditEntries(tx, page));
    expect(items).toMatchObject([
      { action: 'organization.updated', actor: { id: 'command-line' }, after: { name: 'Delivery' } },
    ]);
  });

  it.each([
    [['create', 'x'], 2, 'requires --owner <email>'],
    [['create', ' ', '--owner', 'a@example.com'], 2, 'must have 1 to 200 characters'],
    [['create', 'x', '--owner', 'nowhere'], 1, '"nowhere" is not a valid e-mail address'],
    [['rename', 'absent', 'x'], 1, 'Unknown organization "absent"'],
    [['delete', 'absent', '--yes'], 1, 'Unknown organization "absent"'],
    [['delete', 'My organization'], 2, 'cannot be undone. Confirm with --yes.'],
    [['drop'], 2, 'expects create, list, rename or delete, not "drop"'],
  ])('rejects %j', async (parameters, exitCode, problem) => {
    const { code, stdout, stderr } = await run(...parameters);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(problem);
  });

  it('shows options and examples with --help', async () => {
    const { code, stdout } = await run('delete', '--help');

    expect([code, stdout]).toEqual([0, expect.stringMatching(/--yes .*Example:\n.*\n {2}assay organization delete/s)]);
  });

  describe('delete', LONG, () => {
    let doomed: TenantFixture;
    beforeEach(async () => {
      doomed = await anOrganization('doomed');
    });

    it('leaves no row of the organization, and changes nothing in another one', async () => {
      const other = await anOrganization('other');
      expect((await rowsOf(doomed)).length).toBeGreaterThan(40);
      const before = await unchangingRows(other);

      const { code, stdout } = await run('delete', doomed.organization.id, '--yes');

      expect([code, stdout]).toEqual([0, expect.stringMatching(/^Deleted organization "Organization doomed"/)]);
      expect([await isGone(doomed), await rowsOf(doomed)]).toEqual([true, []]);
      expect(await unchangingRows(other)).toEqual(before);
      expect((await assay.request('/api/v2/me', { token: other.organization.token })).status).toBe(200);
    });

    it('hides the organization at once, and is completed by a running server after a kill', async () => {
      const killed = await runWith(
        { ASSAY_TEST_HOOKS: '1', ASSAY_CRASH_AT: 'organization-emptied-in-part' },
        'delete',
        doomed.organization.id,
        '--yes',
      );

      expect([killed.code, await isGone(doomed)]).toEqual([null, false]);
      expect((await callAs(assay, doomed.cookie, '/me')).status).toBe(401);
      const signIn = { email: doomed.ownerEmail, password: PASSWORD };
      const refused = await callAs(assay, undefined, '/session', { method: 'POST', body: signIn });
      expect(await refused.json()).toMatchObject({ code: 'MEMBERSHIP_MISSING' });
      expect((await callAs(assay, undefined, `/invitation/by-code/${doomed.invitationCode}`)).status).toBe(404);
      expect((await run('list')).stdout).not.toContain(doomed.organization.id);
      await until(async () => (await assay.request('/api/v2/me', { token: doomed.organization.token })).status === 401);

      const second = await startTestAssay({ ASSAY_DATABASE_URL: assay.databaseUrl });
      try {
        await until(async () => await isGone(doomed));
      } finally {
        await second.stop();
      }
      expect(await rowsOf(doomed)).toEqual([]);
    });

    it('deletes rows that a running transaction has changed or added', async () => {
      const { id } = doomed.organization;
      const writer = new pg.Client({ connectionString: assay.databaseUrl });
      await writer.connect();
      await writer.query(`begin; set local assay.org_id = '${id}'; update service_version set tags = '{late}'`);

      const deletion = run('delete', id, '--yes');
      await until(async () => {
        const { rows } = await writer.query(`select 1 from pg_locks where not granted`);
        return rows.length > 0;
      });
      await writer.query(
        `insert into audit_entry (org_id, id, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
         values ($1, $2, now(), 'system', '', '', 'late', '', '')`,
        [id, newId()],
      );
      await writer.query('commit');
      await writer.end();

      expect([(await deletion).code, await isGone(doomed), await rowsOf(doomed)]).toEqual([0, true, []]);
    });

    it('is completed by the same command after a kill', async () => {
      const crash = { ASSAY_TEST_HOOKS: '1', ASSAY_CRASH_AT: 'organization-marked' };
      await runWith(crash, 'delete', doomed.organization.id, '--yes');

      const { code, stderr } = await run('delete', doomed.organization.id);

      // The sweep of the running server may complete it first.
      if (code !== 0) expect([code, stderr]).toEqual([1, expect.stringContaining('Unknown organization')]);
      expect([await isGone(doomed), await rowsOf(doomed)]).toEqual([true, []]);
    });
  });
});

describe('the last organization', LONG, () => {
  it('cannot be deleted', async () => {
    const assay = await startTestAssay();
    const folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
    try {
      const { code, stderr } = await runAssay(['organization', 'delete', 'My organization', '--yes'], {
        folder,
        environment: { ASSAY_DATABASE_URL: assay.databaseUrl },
      });

      expect([code, stderr]).toEqual([1, expect.stringContaining('This is the only organization.')]);
      expect((await assay.request('/api/v2/me')).status).toBe(200);
    } finally {
      await assay.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
