import { describe, expect, it } from 'vitest';
import { findCycles } from './check-imports.ts';
import { ROOMS, USE_ROOMS, PACKAGE_ROOMS } from './import-rules.ts';

const NAMES = new Set([...ROOMS.map(({ name }) => name), 'core/*', '*', 'package.json']);

describe('import table', () => {
  it('names only existing rooms', () => {
    const named = [
      ...ROOMS.flatMap(({ mayImport, mayImportTypesOf = [] }) => [...mayImport, ...mayImportTypesOf]),
      ...Object.values(USE_ROOMS).flat(),
      ...Object.values(PACKAGE_ROOMS).flatMap(({ rooms }) => rooms),
    ];

    expect(named.filter((name) => !NAMES.has(name))).toEqual([]);
  });

  it('lists each room once, with its purpose', () => {
    expect(new Set(ROOMS.map(({ name }) => name)).size).toBe(ROOMS.length);
    expect(ROOMS.filter(({ purpose }) => purpose === '' || /[.?]$/.test(purpose))).toEqual([]);
  });

  it('has no cycle among the rooms below main.ts', () => {
    const arrows = ROOMS.map(({ name, mayImport, mayImportTypesOf = [] }): [string, Set<string>] => [
      name,
      new Set([...mayImport, ...mayImportTypesOf]),
    ]);

    expect(findCycles(new Map(arrows))).toEqual([]);
  });
});
