/** ARCHITECTURE.md and the documents of the rooms agree with the code; `docs.test.ts` checks their generated tables. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listTables, TABLE_CONTENTS } from '../../scripts/describe-tables.ts';
import { OUTSIDE_ROOMS, ROOMS } from '../../scripts/import-rules.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...['pipeline', 'events', 'store'].map((room) => `src/${room}/README.md`),
];

describe('ARCHITECTURE.md', () => {
  it('lists only rooms that exist', () => {
    const paths = ROOMS.map(({ name }) => (OUTSIDE_ROOMS.includes(name) ? name : `src/${name}`));

    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('src/store/README.md', () => {
  it('describes every table once, and no other', () => {
    const described = Object.values(TABLE_CONTENTS).flatMap((contents) => Object.keys(contents));

    expect(described.toSorted()).toEqual([...listTables(ROOT).keys()].toSorted());
  });
});

describe.each(DOCUMENTS)('%s', (path) => {
  it('names only files and folders that exist', () => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|scripts|docs|bin|portal)\/[A-Za-z0-9_./-]+)`/g)].map(
      ([, file]) => file ?? '',
    );

    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
