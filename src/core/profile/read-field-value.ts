/** Validates one field value against the table. Lists are sorted where their order has no meaning. */
import { isLongerThanBytes } from '../identity/byte-length.ts';
import { LIMITS } from '../limits.ts';
import { isClean } from '../sbom/clean-text.ts';
import { member } from '../sbom/foreign-value.ts';
import { PROFILE_INVALID } from './errors.ts';
import type { FieldKind, MemberKind } from './profile-fields.ts';

const LINE_BREAKS = /[\n\r\t]/g;
const CONTROL_MEMBERS = ['scope', 'verifiedAt'];

/** Throws PROFILE_INVALID. */
export function readFieldValue(path: string, kind: FieldKind, value: unknown): unknown {
  switch (kind.type) {
    case 'enum':
      return readChoice(path, kind.values, value);
    case 'enum-list':
      return readChoices(path, kind.values, value);
    case 'text':
      return readText(path, value, kind.bytesMax);
    case 'text-list':
      return sortedOnce(readList(path, value).map((each, i) => readShortText(`${path}/${i}`, each)));
    case 'object-list':
      return readList(path, value).map((each, i) => readObject(`${path}/${i}`, kind.members, each));
    default:
      return readControl(path, value);
  }
}

function readChoice(path: string, values: readonly string[], value: unknown): string {
  const choice = values.find((each) => each === value);
  if (choice === undefined) throw refuse(path, `must be one of ${[...new Set([...values, 'unknown'])].join(', ')}`);
  return choice;
}

function readChoices(path: string, values: readonly string[], value: unknown): readonly string[] {
  const choices = sortedOnce(readList(path, value).map((each, i) => readChoice(`${path}/${i}`, values, each)));
  if (choices.length > 1 && choices.includes('none')) throw refuse(path, 'cannot hold "none" and something else');
  return choices;
}

function readList(path: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw refuse(path, 'must be a list, or "unknown"');
  if (value.length > LIMITS.profileListEntriesMax)
    throw refuse(path, `must have at most ${LIMITS.profileListEntriesMax} entries`);
  return value;
}

function readShortText(path: string, value: unknown): string {
  const text = readText(path, value, LIMITS.profileTextBytesMax);
  if (text === '') throw refuse(path, 'must not be empty');
  return text;
}

/** Notes may contain line breaks. */
function readText(path: string, value: unknown, bytesMax: number): string {
  if (typeof value !== 'string') throw refuse(path, 'must be text');
  if (isLongerThanBytes(value, bytesMax)) throw refuse(path, `must have at most ${bytesMax} bytes`);
  if (!isClean(value.replace(LINE_BREAKS, ' '))) throw refuse(path, 'contains a control character');
  return value;
}

function readObject(path: string, members: Readonly<Record<string, MemberKind>>, value: unknown): object {
  closed(path, Object.keys(members), value);
  const read: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(members)) {
    const found = member(value, name);
    if (found !== undefined) read[name] = readMember(`${path}/${name}`, kind, found);
    else if (kind.type === 'text' && kind.isRequired) throw refuse(path, `needs "${name}"`);
  }
  return read;
}

function readMember(path: string, kind: MemberKind, value: unknown): unknown {
  if (kind.type === 'text') return readShortText(path, value);
  if (kind.type === 'enum') return readChoice(path, kind.values, value);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > PORT_MAX)
    throw refuse(path, `must be a port from 1 to ${PORT_MAX}`);
  return value;
}

const PORT_MAX = 65_535;

function readControl(path: string, value: unknown): unknown {
  if (value === 'none') return value;
  closed(path, CONTROL_MEMBERS, value);
  const scope = readShortText(`${path}/scope`, member(value, 'scope'));
  const verifiedAt = member(value, 'verifiedAt');
  return verifiedAt === undefined ? { scope } : { scope, verifiedAt: readShortText(`${path}/verifiedAt`, verifiedAt) };
}

function closed(path: string, names: readonly string[], value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(path, `must be an object with ${names.join(', ')}`);
  if (Object.keys(value).some((name) => !names.includes(name)))
    throw refuse(path, `may only have the members ${names.join(', ')}`);
}

function sortedOnce(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}

function refuse(path: string, problem: string): Error {
  return PROFILE_INVALID({ path, problem }, { details: [{ path, message: problem }] });
}
