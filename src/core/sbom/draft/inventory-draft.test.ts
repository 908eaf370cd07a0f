import { expect, it } from 'vitest';
import { findDocumentDistro } from './inventory-draft.ts';

it.each<[readonly string[], string | undefined]>([
  [[], undefined],
  [['debian-12'], 'debian-12'],
  [['debian-12', 'debian-12.5'], 'debian-12.5'],
  [['debian-11', 'debian-12'], undefined],
  [['debian-1', 'debian-12'], undefined],
  [['debian-12.5', 'debian-12.6', 'debian-12'], undefined],
  [['alpine-3', 'alpine-3.19', 'alpine-3.19.2'], 'alpine-3.19.2'],
  [['ubuntu-22.04', 'alpine-3.19'], undefined],
])('finds for %j the system %s, in any order', (systems, expected) => {
  expect(findDocumentDistro(new Set(systems))).toBe(expected);
  expect(findDocumentDistro(new Set(systems.toReversed()))).toBe(expected);
});
