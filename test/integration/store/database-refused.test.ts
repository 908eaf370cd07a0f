import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { AssayError } from '../../../src/core/errors.ts';
import { inspectDatabase, migrate } from '../../../src/store/migrate.ts';
import { toDatabaseUrl } from '../../support/global-postgres.ts';
import { aDatabase, anEmptyDatabase } from '../../support/test-database.ts';

async function asAdmin(url: string, statement: string): Promise<void> {
  const { username, password } = new URL(inject('postgresAdminUrl'));
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { username, password }).href });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('an unusable database', () => {
  it.each([
    [
      'does not exist',
      async () => await Promise.resolve(toDatabaseUrl(inject('postgresAdminUrl'), 'nowhere')),
      'nowhere',
    ],
    [
      'does not know the role',
      async () => Object.assign(new URL(await aDatabase()), { username: 'unknown_role' }).href,
      'unknown_role',
    ],
    ['does not answer', async () => await Promise.resolve('postgres://a:hidden@127.0.0.1:1/x'), 'ECONNREFUSED'],
  ])('is rejected with the reason when it %s', async (_, toUrl, reason) => {
    const url = await toUrl();

    const results = await Promise.allSettled([migrate(url), inspectDatabase(url)]);

    for (const result of results) {
      const { code, message } = result.status === 'rejected' ? (result.reason as AssayError) : new AssayError('', '');
      expect(code).toBe('DATABASE_REFUSED');
      expect(message).toContain(reason);
      expect(message).not.toContain('hidden');
    }
  });

  it.each([
    ['may not make tables', 'grant usage on schema public to public', 'permission denied for schema public'],
    ['may not even look at them', 'revoke all on schema public from public', 'schema'],
  ])('is rejected with the reason when the role %s', async (_, rights, reason) => {
    const url = await anEmptyDatabase();
    await asAdmin(url, `drop schema public cascade; create schema public; ${rights}`);

    await expect(migrate(url)).rejects.toMatchObject({
      code: 'DATABASE_REFUSED',
      message: expect.stringContaining(reason) as string,
    });
  });
});

describe('a role without free connections', () => {
  it("is reported in the server's own words", async () => {
    const role = `limited_${process.pid}`;
    const url = await aDatabase();
    await asAdmin(url, `create role ${role} login password 'limited' connection limit 0`);
    onTestFinished(async () => await asAdmin(inject('postgresAdminUrl'), `drop role ${role}`));
    const limited = Object.assign(new URL(url), { username: role, password: 'limited' }).href;

    const results = await Promise.allSettled([migrate(limited), inspectDatabase(limited)]);

    for (const result of results) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'DATABASE_CONNECTIONS_EXHAUSTED',
          message: expect.stringContaining(`too many connections for role "${role}"`) as string,
        },
      });
    }
  });
});

describe('inspectDatabase', () => {
  it('reports missing migrations and those of a newer Assay', async () => {
    const url = await aDatabase();
    const whole = await inspectDatabase(url);
    await asAdmin(url, `update kysely_migration set name = '9999-later' where name = '${whole.migrations.newest}'`);

    const { migrations } = await inspectDatabase(url);

    expect(whole.migrations).toMatchObject({ pending: [], unknown: [] });
    expect(migrations).toMatchObject({ pending: [whole.migrations.newest], unknown: ['9999-later'] });
  });

  it('finds none in an empty database, and applies none', async () => {
    const url = await anEmptyDatabase();

    const { migrations } = await inspectDatabase(url);

    expect(migrations.pending.at(-1)).toBe(migrations.newest);
    expect((await inspectDatabase(url)).migrations).toEqual(migrations);
  });
});
