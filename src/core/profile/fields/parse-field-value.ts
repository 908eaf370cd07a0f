/** Validates one field value against the table. Lists are sorted where their order has no meaning. */
import { uniqueSorted } from '../../collections/unique.ts';
import { isLongerThanBytes } from '../../identity/byte-length.ts';
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { isClean } from '../../sbom/clean-text.ts';
import { PROFILE_INVALID } from '../errors.ts';
import type { FieldKind, MemberKind } from '../profile-fields.ts';

const LINE_BREAKS = /[\n\r\t]/g;
const CONTROL_MEMBERS = ['scope', 'verifiedAt'];

/** Throws PROFILE_INVALID. */
export function parseFieldValue(path: string, kind: FieldKind, value: unknown): unknown {
  switch (kind.type) {
    case 'enum':
      return parseChoice(path, kind.values, value);
    case 'enum-list':
      return parseChoices(path, kind.values, value);
    case 'text':
      return parseText(path, value, kind.bytesMax);
    case 'text-list':
      return uniqueSorted(parseList(path, value).map((each, i) => parseShortText(`${path}/${i}`, each)));
    case 'object-list':
      return parseList(path, value).map((each, i) => parseObject(`${path}/${i}`, kind.members, each));
    default:
      return parseControl(path, value);
  }
}

function parseChoice(path: string, values: readonly string[], value: unknown): string {
  const choice = values.find((each) => each === value);
  if (choice === undefined) throw refuse(path, `must be one of ${[...new Set([...values, 'unknown'])].join(', ')}`);
  return choice;
}

function parseChoices(path: string, values: readonly string[], value: unknown): readonly string[] {
  const choices = uniqueSorted(parseList(path, value).map((each, i) => parseChoice(`${path}/${i}`, values, each)));
  if (choices.length > 1 && choices.includes('none')) throw refuse(path, 'cannot combine "none" with other values');
  return choices;
}

function parseList(path: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw refuse(path, 'must be a list, or "unknown"');
  if (value.length > LIMITS.profileListEntriesMax)
    throw refuse(path, `must have at most ${LIMITS.profileListEntriesMax} entries`);
  return value;
}

function parseShortText(path: string, value: unknown): string {
  const text = parseText(path, value, LIMITS.profileTextBytesMax);
  if (text === '') throw refuse(path, 'must not be empty');
  return text;
}

/** Notes may contain line breaks. */
function parseText(path: string, value: unknown, bytesMax: number): string {
  if (typeof value !== 'string') throw refuse(path, 'must be a string');
  if (isLongerThanBytes(value, bytesMax)) throw refuse(path, `must have at most ${bytesMax} bytes`);
  if (!isClean(value.replace(LINE_BREAKS, ' '))) throw refuse(path, 'contains a control character');
  return value;
}

function parseObject(path: string, members: Readonly<Record<string, MemberKind>>, value: unknown): object {
  requireKnownMembers(path, Object.keys(members), value);
  const read: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(members)) {
    const found = memberIn(value, name);
    if (found !== undefined) read[name] = parseMember(`${path}/${name}`, kind, found);
    else if (kind.type === 'text' && kind.isRequired) throw refuse(path, `requires "${name}"`);
  }
  return read;
}

function parseMember(path: string, kind: MemberKind, value: unknown): unknown {
  if (kind.type === 'text') return parseShortText(path, value);
  if (kind.type === 'enum') return parseChoice(path, kind.values, value);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > PORT_MAX)
    throw refuse(path, `must be a port from 1 to ${PORT_MAX}`);
  return value;
}

const PORT_MAX = 65_535;

function parseControl(path: string, value: unknown): unknown {
  if (value === 'none') return value;
  requireKnownMembers(path, CONTROL_MEMBERS, value);
  const scope = parseShortText(`${path}/scope`, memberIn(value, 'scope'));
  const verifiedAt = memberIn(value, 'verifiedAt');
  return verifiedAt === undefined ? { scope } : { scope, verifiedAt: parseShortText(`${path}/verifiedAt`, verifiedAt) };
}

function requireKnownMembers(path: string, names: readonly string[], value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(path, `must be an object with ${names.join(', ')}`);
  if (Object.keys(value).some((name) => !names.includes(name)))
    throw refuse(path, `may only have the members ${names.join(', ')}`);
}

function refuse(path: string, problem: string): Error {
  return PROFILE_INVALID({ path, problem }, { details: [{ path, message: problem }] });
}
