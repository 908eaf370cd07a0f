/**
 * Validates the names of services, versions, aliases, slots and people. `/`, `@`, `:` and single inner spaces are allowed; text
 * that could mislead a reader or be mistaken for an id or a path is rejected.
 */
import { LIMITS } from '../limits.ts';
import { NAME_INVALID } from './errors.ts';
import { isUuid } from './uuid.ts';

export type NameKind = 'service name' | 'version name' | 'alias' | 'slot' | 'profile name' | 'display name';

/** Returns the name as it is stored and compared (Unicode NFC), or throws NAME_INVALID with the reason. */
export function toName(what: NameKind, text: string): string {
  // NFC may lengthen text, so the length is checked afterwards.
  const name = text.normalize('NFC');
  const problem = problemOf(name);
  if (problem !== undefined) throw NAME_INVALID({ what, name, problem });
  return name;
}

/** Whether a text is already a valid name in NFC. */
export function isName(text: string): boolean {
  return text === text.normalize('NFC') && problemOf(text) === undefined;
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const OTHER_SPACE = /[^\S ]/u;

function problemOf(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (isLongerThan(name, LIMITS.nameCharactersMax)) return `is longer than ${LIMITS.nameCharactersMax} characters`;
  if (INVISIBLE.test(name)) return 'contains a control or invisible character';
  if (OTHER_SPACE.test(name)) return 'contains whitespace other than a plain space';
  if (name.startsWith(' ') || name.endsWith(' ') || name.includes('  ')) {
    return 'has a leading, trailing or doubled space';
  }
  if (name.split('/').some((piece) => piece === '.' || piece === '..')) return 'has "." or ".." as a path segment';
  if (isUuid(name)) return 'looks like a UUID, which is reserved for ids';
  return undefined;
}

/** Counts Unicode code points, not UTF-16 units, and stops at the limit. */
export function isLongerThan(text: string, codePointsMax: number): boolean {
  if (text.length <= codePointsMax) return false;
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > codePointsMax) return true;
  }
  return false;
}
