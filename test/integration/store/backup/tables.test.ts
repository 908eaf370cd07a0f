/** Assumptions of a backup about every table, including those of future migrations. */
import { describe, expect, it } from 'vitest';
import { inBackupSession, BEGIN_BACKUP } from '../../../../src/store/backup/backup-session.ts';
import { readBackupTables } from '../../../../src/store/backup/backup-tables.ts';
import { aDatabase, isOnCitus } from '../../../support/test-database.ts';
import { ask } from './filled-database.ts';

describe('the tables of a backup', () => {
  it('come after those they refer to, and contain the organization if they are under row-level security', async () => {
    const tables = await inBackupSession(await aDatabase(), BEGIN_BACKUP, readBackupTables);

    const names = tables.map(({ name }) => name);
    expect(names.indexOf('organization')).toBeLessThan(names.indexOf('token'));
    expect(names.indexOf('blob')).toBeLessThan(names.indexOf('blob_chunk'));
    expect(names.indexOf('blob')).toBeLessThan(names.indexOf('sbom'));
    expect(tables.filter(({ tenant, columns }) => tenant && !columns.includes('org_id'))).toEqual([]);
  });

  it('contain no row without an organization, direct or indirect, which is how an empty database is recognized', async () => {
    const url = await aDatabase();

    const loose = await ask(
      url,
      `with recursive hanging (oid) as (
         select 'organization'::regclass::oid
         union select conrelid from pg_constraint join hanging on confrelid = hanging.oid where contype = 'f')
       select relname::text from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
         and oid not in (select oid from hanging) order by 1`,
    );

    // Components are stored only for a document, which belongs to the organization; there is no foreign key from row to row. On
    // Citus, a table on the coordinator has no foreign keys.
    const ofComponents = ['chunk', 'key', 'match', 'memo', 'set_chunk'].map((name) => [`component_${name}`]);
    expect(loose).toEqual([['component'], ...ofComponents, ...(isOnCitus() ? [['queue_turn']] : [])]);
  });

  it('have no sequence, whose value a backup would have to include', async () => {
    expect(await ask(await aDatabase(), `select sequencename from pg_sequences where schemaname = 'public'`)).toEqual(
      [],
    );
  });
});
