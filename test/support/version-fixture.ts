/**
 * Parses version orders from text, `1.0~rc1 < 1.0` or `1.0 = 1.0-0` per line, so that they can be extended without code. Empty
 * lines and lines that begin with `#` are ignored.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type VersionPair = readonly [left: string, sign: '<' | '=', right: string];

const FOLDER = join(import.meta.dirname, '../../src/core/versions/testdata');
const PAIR = /^(\S+) ([<=]) (\S+)$/;

export function readVersionFixture(name: string): VersionPair[] {
  return readFileSync(join(FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toPair);
}

function toPair(line: string): VersionPair {
  const [, left, sign, right] = PAIR.exec(line) ?? [];
  if (left === undefined || right === undefined) throw new Error(`"${line}" is not of the form "1.0 < 2.0".`);
  return [left, sign === '<' ? '<' : '=', right];
}
