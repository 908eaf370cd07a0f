/**
 * The types that TypeScript declares for rows agree with the database. Statements are found in the source and described by the
 * server, which does not run them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isTest, listFiles } from '../../../scripts/source-files.ts';
import { kindsOfColumn, resolveColumns } from '../../support/sql/declared-types.ts';
import { describeStatement, kindOfType, type ResultColumn } from '../../support/sql/describe-statement.ts';
import { findStatements, type FoundStatement } from '../../support/sql/find-statements.ts';
import { SourceModules, type Declared } from '../../support/sql/source-modules.ts';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../support/test-database.ts';

const ROOT = join(import.meta.dirname, '../../..');
const modules = new SourceModules(ROOT);

/** Number of statements whose text is known only at run time, by file. A new one is better written so that it can be checked. */
const DYNAMIC: Readonly<Record<string, number>> = {
  'src/queue/pg-boss-queue.ts': 2,
  'src/store/advisories/vulnerabilities/export-records.ts': 3,
  'src/store/backup/backup-session.ts': 2,
  'src/store/backup/restore-backup.ts': 6,
  'src/store/backup/write-backup.ts': 1,
  'src/store/connection/open-pool.ts': 2,
  'src/store/database.ts': 2,
  'src/store/delivery/listen.ts': 1,
  'src/store/distribute.ts': 2,
  'src/store/findings/publication/daily-changes.ts': 1,
  'src/store/findings/work/inbox.ts': 1,
  'src/store/people/delete-organization.ts': 1,
  'src/store/portfolio/components/checked-reason.ts': 1,
};

/**
 * Number of statements that the server rejects although they are correct, by file: they consist of several commands, their
 * fragments are combined here as they never are at run time, or they need the Citus extension.
 */
const REJECTED: Readonly<Record<string, number>> = {
  'src/store/connection/announcer.ts': 1,
  'src/store/distribute.ts': 7,
  'src/store/findings/lists/count-findings.ts': 2,
  'src/store/findings/lists/group-findings.ts': 1,
  'src/store/findings/lists/next-fixes.ts': 1,
  'src/store/findings/lists/urgent-groups.ts': 3,
  'src/store/portfolio/components/list-components.ts': 1,
};

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('the statements of the store and the queue', () => {
  const statements = listFiles(ROOT, ['src/store', 'src/queue'])
    .filter((path) => path.endsWith('.ts') && !isTest(path))
    .flatMap((path) => findStatements(modules, path));
  const complete = statements.flatMap(({ text, ...rest }) => (text === undefined ? [] : [{ text, ...rest }]));

  it('are known before run time, with few exceptions', () => {
    const dynamic = statements.filter(({ text }) => text === undefined);

    expect(statements.length).toBeGreaterThan(400);
    expect(countByFile(dynamic)).toEqual(DYNAMIC);
  });

  it('return the columns of their row types, and no others', async () => {
    await client.query('begin');
    await createTemporaryTables(complete.map(({ text }) => text));
    const problems: string[] = [];
    const rejected: FoundStatement[] = [];
    let typed = 0;
    for (const statement of complete) {
      const columns = await describeInTransaction(statement.text);
      if (columns instanceof Error && statement.path in REJECTED) rejected.push(statement);
      else if (columns instanceof Error) problems.push(`${statement.place}: ${columns.message}`);
      else if (statement.row !== undefined) {
        typed += 1;
        const differences = listDifferences(modules, statement.row, columns);
        problems.push(...differences.map((difference) => `${statement.place}: ${difference}`));
      }
    }
    await client.query('rollback');

    expect(problems).toEqual([]);
    expect(typed).toBeGreaterThan(200);
    expect(countByFile(rejected)).toEqual(isOnCitus() ? { ...REJECTED, 'src/store/distribute.ts': 2 } : REJECTED);
  });
});

describe('a row type', () => {
  it('is rejected with a wrong column, a wrong type, or without a column', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-rows-'));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    await writeFile(
      join(folder, 'a.ts'),
      `interface Base { id: number; nam: string; createdAt: Date | null }
       const COLUMNS = sql\`id, name, tags, created_at as "createdAt"\`;
       const where = (ids: string[]) => sql\`where id = any(\${ids}::uuid[])\`;
       await sql<Omit<Base, 'none'> & { tags: string[] }>\`select \${COLUMNS} from service_version \${where(ids)}\`.execute(db);`,
    );
    const seeded = new SourceModules(folder);

    const [statement] = findStatements(seeded, 'a.ts');
    const columns = await describeStatement(client, statement?.text ?? '');

    expect(statement?.row && listDifferences(seeded, statement.row, columns)).toEqual([
      'name is not declared',
      'id is string, not number',
      'nam is missing, not string',
    ]);
  });
});

describe('the types of the tables', () => {
  it('have the columns of the database, with their types and nullability', async () => {
    const { rows } = await client.query<{ table: string; column: string; type: number; nullable: boolean }>(
      `select c.relname as table, a.attname as column, a.atttypid::int as type, not a.attnotnull as nullable
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
    const actual = Map.groupBy(rows, ({ table }) => table);
    const tables = modules.findType(modules.load('src/store/tables.ts'), 'Tables');
    const declared = tables && resolveColumns(modules, tables);
    const problems: string[] = [];
    for (const [table, type] of declared ?? []) {
      const found = (actual.get(table) ?? []).map(({ column: name, ...rest }) => ({ name, ...rest }));
      problems.push(...listDifferences(modules, type, found).map((difference) => `${table}: ${difference}`));
      for (const { name, nullable } of found) {
        const column = resolveColumns(modules, type)?.get(name);
        if (column !== undefined && kindsOfColumn(modules, column).has('null') !== nullable)
          problems.push(`${table}: ${name} is ${nullable ? '' : 'not '}nullable`);
      }
    }

    expect(declared?.size).toBeGreaterThan(25);
    expect(problems).toEqual([]);
  });
});

function listDifferences(known: SourceModules, row: Declared, columns: readonly ResultColumn[]): string[] {
  const declared = resolveColumns(known, row);
  if (declared === undefined) return ['the row type is not resolved'];
  const found = new Map(columns.map(({ name, type }) => [name, type]));
  const undeclared = [...found.keys()].filter((name) => !declared.has(name));
  const differences = undeclared.map((name) => `${name} is not declared`);
  for (const [name, column] of declared) {
    const type = found.get(name);
    if (type === undefined && column.isOptional) continue;
    const kind = type === undefined ? 'missing' : (kindOfType(type) ?? `of the unknown type ${type}`);
    const kinds = kindsOfColumn(known, column);
    const fits = kind === 'json' || kinds.has(kind) || [...kinds].some((each) => each.startsWith('unknown'));
    if (type === undefined || !fits) differences.push(`${name} is ${kind}, not ${[...kinds].join(' | ')}`);
  }
  return differences;
}

async function describeInTransaction(text: string): Promise<readonly ResultColumn[] | Error> {
  await client.query('savepoint described');
  try {
    return await describeStatement(client, text);
  } catch (error) {
    await client.query('rollback to described');
    return error instanceof Error ? error : new Error(String(error));
  }
}

const TEMPORARY_TABLE = /^\s*create temporary table/;

/** Some are created from others, so the rest is tried again as long as one succeeds. */
async function createTemporaryTables(texts: readonly string[]): Promise<void> {
  let waiting = texts.filter((text) => TEMPORARY_TABLE.test(text));
  for (let before = Infinity; waiting.length < before;) {
    before = waiting.length;
    const failed: string[] = [];
    for (const text of waiting) {
      await client.query('savepoint created');
      try {
        await client.query(
          text,
          Array.from(text.matchAll(/\$\d+/g), () => null),
        );
      } catch {
        await client.query('rollback to created');
        failed.push(text);
      }
    }
    waiting = failed;
  }
}

function countByFile(found: readonly FoundStatement[]): Record<string, number> {
  const byFile = Map.groupBy(found, ({ path }) => path);
  return Object.fromEntries([...byFile].map(([path, each]) => [path, each.length]));
}
