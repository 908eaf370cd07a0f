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
    const made = sql.flatMap((text) => [...text.matchAll(/^create table ([a-z_]+)/gm)].map(([, name]) => name));
    const guarded = new Set(
      sql.flatMap((text) => [...text.matchAll(/^alter table ([a-z_]+) force row/gm)].map(([, name]) => name)),
    );
    const listed = tableUnder('Tables').flatMap(([names = '', kind]) =>
      [...names.matchAll(/`([a-z_]+)`/g)].map(([, name]) => [name, kind]),
    );

    const ours = listed.filter(([, kind]) => kind !== 'L').map(([name]) => name);
    expect(new Set(ours)).toEqual(new Set(made));
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
