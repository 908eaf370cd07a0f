/** ARCHITECTURE.md agrees with the import rules and with the tables that the migrations create. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OUTSIDE_ROOMS, ROOMS, type Room } from '../../scripts/import-rules.ts';
import { listFiles } from '../../scripts/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = 'src/store/migrations';
const document = read('ARCHITECTURE.md');

describe('ARCHITECTURE.md', () => {
  it.each([
    ['Rooms', ROOMS.filter(isBuilt)],
    ['Rooms that are drawn, not built', ROOMS.filter((room) => !isBuilt(room))],
  ])('lists rooms with their questions and imports: %s', (heading, rooms) => {
    const expected = rooms.map((room) => [`\`${room.name}\``, room.question, describeImports(room)]);

    expect(tableUnder(heading)).toEqual(expected);
  });

  it('lists every table with its class', () => {
    const sql = readdirSync(join(ROOT, MIGRATIONS)).map((file) => read(join(MIGRATIONS, file)));
    const { made, guarded } = listMigratedTables(sql.join('\n'));
    const listed = tableUnder('Tables').flatMap(([names = '', kind]) =>
      [...names.matchAll(/`([a-z_]+)`/g)].map(([, name]) => [name, kind]),
    );

    const ours = listed.filter(([, kind]) => kind !== 'L').map(([name]) => name);
    expect(new Set(ours)).toEqual(made);
    expect(new Set(listed.filter(([, kind]) => kind === 'T').map(([name]) => name))).toEqual(guarded);
  });

  it('names only files and folders that exist', () => {
    const named = [...document.matchAll(/`((?:src|test|scripts|docs|bin)\/[A-Za-z0-9_./-]+)`/g)].map(
      ([, path]) => path ?? '',
    );

    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

/** Follows the tables through the migrations. `guarded` are those with row-level security. */
function listMigratedTables(sql: string): { readonly made: Set<string>; readonly guarded: Set<string> } {
  const made = new Set<string>();
  const guarded = new Set<string>();
  const change =
    /^(?:(?<verb>create|drop) table (?<table>[a-z_]+)|alter table (?<altered>[a-z_]+) (?:(?<force>force row)|rename to (?<next>[a-z_]+)))/gm;
  for (const { groups = {} } of sql.matchAll(change)) {
    const { verb, table = '', altered = '', force, next } = groups;
    if (verb === 'create') made.add(table);
    if (verb === 'drop') made.delete(table);
    if (force !== undefined) guarded.add(altered);
    if (next === undefined) continue;
    made.delete(altered);
    made.add(next);
    if (guarded.delete(altered)) guarded.add(next);
  }
  return { made, guarded: new Set([...guarded].filter((name) => made.has(name))) };
}

/** A folder without files does not count as built, because git does not store it. */
function isBuilt({ name }: Room): boolean {
  const path = OUTSIDE_ROOMS.includes(name) ? name : `src/${name}`;
  return name.endsWith('.ts') ? existsSync(join(ROOT, path)) : listFiles(ROOT, [path]).length > 0;
}

function describeImports({ mayImport, mayImportTypesOf = [] }: Room): string {
  const values = mayImport.map((name) => (name === '*' ? 'everything' : `\`${name}\``)).join(', ');
  const types = mayImportTypesOf.map((name) => `\`${name}\``).join(', ');
  return [values, types && `types of ${types}`].filter(Boolean).join('; ') || '-';
}

/** Returns the rows of the first table below a heading, without the header row. */
function tableUnder(heading: string): string[][] {
  const [, section = ''] = document.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const lines = section.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const rows: string[][] = [];
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith('|')) break;
    rows.push(
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  }
  return rows;
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
