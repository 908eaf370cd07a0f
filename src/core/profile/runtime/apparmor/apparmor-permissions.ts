/**
 * Permission letters of a file rule: `rw`, `mrix`, `rPUx`. The letters before `x` select the profile of the started program: the
 * same (`i`), another one (`p`, `c`), or none (`u`); upper-case letters only clean the environment.
 */
import type { Permission } from './apparmor-profile.ts';

export type ExecMode = 'inherit' | 'profile' | 'child' | 'unconfined' | 'unsaid';

export interface Permissions {
  readonly list: readonly Permission[];
  /** Undefined: no exec permission. */
  readonly exec: ExecMode | undefined;
}

const LETTERS = /^[rwamlkdxpPcCuUiI]+$/;
const LETTERS_MAX = 32;
/** Locks, links and similar permissions are ignored. */
const MEANING: ReadonlyMap<string, Permission | undefined> = new Map([
  ['r', 'r'],
  ['w', 'w'],
  ['a', 'w'],
  ['m', 'm'],
  ['x', 'x'],
  ['l', undefined],
  ['k', undefined],
  ['d', undefined],
]);

export function isPermissions(text: string): boolean {
  return text.length <= LETTERS_MAX && LETTERS.test(text);
}

/** Undefined: not valid permission letters. */
export function parsePermissions(text: string): Permissions | undefined {
  if (!isPermissions(text)) return undefined;
  const list = new Set<Permission>();
  let before = '';
  let exec: ExecMode | undefined;
  for (const letter of text) {
    if (!MEANING.has(letter)) {
      before += letter.toLowerCase();
      continue;
    }
    if (before !== '' && letter !== 'x') return undefined;
    if (letter === 'x') exec = execModeOf(before);
    before = '';
    const permission = MEANING.get(letter);
    if (permission !== undefined) list.add(permission);
  }
  return before === '' ? { list: [...list], exec } : undefined;
}

/** A fallback counts as taken: `pux` runs unconfined if the profile does not exist. */
function execModeOf(letters: string): ExecMode {
  if (letters.includes('u')) return 'unconfined';
  if (letters.includes('p')) return 'profile';
  if (letters.includes('c')) return 'child';
  return letters.includes('i') ? 'inherit' : 'unsaid';
}
