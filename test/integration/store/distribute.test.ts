import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/store/migrate.ts';
import { aDatabase } from '../../support/test-database.ts';

const isCluster = inject('postgresNodeUrls').length > 1;

it.skipIf(isCluster)('refuses to distribute the tables of a database without Citus', async () => {
  await expect(migrate(await aDatabase(), { citus: true })).rejects.toMatchObject({ code: 'CITUS_NOT_READY' });
});

it.runIf(isCluster)(
  'keeps an organization together, copies shared tables to every node, and leaves the queue',
  async () => {
    const url = await aDatabase();
    await migrate(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => await client.end());
    const { rows } = await client.query<{ name: string; place: string | null; group: number; isProtected: boolean }>(`
    select c.relname as name, p.partmethod as place, p.colocationid as "group", c.relforcerowsecurity as "isProtected"
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname !~ '^kysely|_[0-9]{6}$' order by c.relname`);
    const distributed = rows.filter(({ place }) => place === 'h');
    expect(new Set(distributed.map(({ group }) => group)).size).toBe(1);
    expect(distributed.filter(({ isProtected }) => !isProtected)).toEqual([]);
    expect(rows.filter(({ place, isProtected }) => place === 'n' && isProtected)).toEqual([]);
    const local = rows.filter(({ place }) => place === null).map(({ name }) => name);
    expect(local).toEqual(['queue_clock', 'queue_turn', 'webhook_due']);
  },
);
