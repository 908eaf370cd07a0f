/**
 * Validates the fields of a profile. Unknown paths and members are rejected with a suggestion, because a field that is silently
 * dropped looks like one that was set.
 */
import { uniqueSorted } from '../collections/text-lists.ts';
import { quote } from '../errors.ts';
import { isLongerThanBytes } from '../identity/identifier-text.ts';
import { isObject, memberIn } from '../json/members.ts';
import { LIMITS } from '../limits.ts';
import { isClean } from '../sbom/clean-text.ts';
import { PROFILE_INVALID } from './errors.ts';
import {
  isProfilePath,
  kindOf,
  PROFILE_PATHS,
  type FieldKind,
  type MemberKind,
  type ProfilePath,
} from './profile-fields.ts';
import { UNKNOWN, type ProfileField, type ProfileFields } from './security-profile.ts';
import { FIELD_SOURCES, type FieldSource } from '../vocabulary/profile.ts';

const FIELD_MEMBERS = ['value', 'complete', 'source', 'confirmedBy', 'confirmedAt', 'evidence'];
const LIST_TYPES = ['enum-list', 'text-list', 'object-list'];

/** Throws PROFILE_INVALID with the path of the problem. */
export function parseProfileFields(input: unknown): ProfileFields {
  if (!isObject(input)) throw toProfileError('fields', 'must be an object with field paths as names');
  const fields: Partial<Record<ProfilePath, ProfileField>> = {};
  for (const path of Object.keys(input)) {
    if (!isProfilePath(path)) throw toProfileError(path, `is not a known field. ${suggest(path)}`);
    fields[path] = parseField(path, memberIn(input, path));
  }
  return fields;
}

function parseField(path: ProfilePath, input: unknown): ProfileField {
  if (!isObject(input)) throw toProfileError(path, 'must be an object with "value" and "source"');
  const extra = Object.keys(input).find((name) => !FIELD_MEMBERS.includes(name));
  if (extra !== undefined)
    throw toProfileError(path, `has an unknown member ${quote(extra)}. Use ${FIELD_MEMBERS.join(', ')}`);

  const value = memberIn(input, 'value');
  const complete = memberIn(input, 'complete');
  if (complete !== undefined && typeof complete !== 'boolean')
    throw toProfileError(`${path}.complete`, 'must be true or false');
  if (complete === true && !LIST_TYPES.includes(kindOf(path).type))
    throw toProfileError(`${path}.complete`, 'is only valid for lists');
  const confirmedBy = parseMetadata(path, input, 'confirmedBy');
  const confirmedAt = parseMetadata(path, input, 'confirmedAt');
  const evidence = parseMetadata(path, input, 'evidence');
  return {
    value: value === UNKNOWN ? UNKNOWN : parseFieldValue(path, kindOf(path), value),
    ...(complete !== undefined && { complete }),
    source: parseSource(path, memberIn(input, 'source')),
    ...(confirmedBy !== undefined && { confirmedBy }),
    ...(confirmedAt !== undefined && { confirmedAt }),
    ...(evidence !== undefined && { evidence }),
  };
}

function parseSource(path: string, input: unknown): FieldSource {
  const source = FIELD_SOURCES.find((each) => each === input);
  if (source === undefined) throw toProfileError(`${path}.source`, `must be one of ${FIELD_SOURCES.join(', ')}`);
  return source;
}

function parseMetadata(path: string, input: unknown, name: string): string | undefined {
  const text = memberIn(input, name);
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || isLongerThanBytes(text, LIMITS.profileTextBytesMax) || !isClean(text))
    throw toProfileError(`${path}.${name}`, `must be a string of at most ${LIMITS.profileTextBytesMax} bytes`);
  return text;
}

/** The full list is too long for a message: suggests the fields of the same group, else the groups. */
function suggest(path: string): string {
  const [group = ''] = path.split('.', 1);
  const inGroup = PROFILE_PATHS.filter((each) => each.startsWith(`${group}.`));
  if (inGroup.length > 0) return `Known fields are ${inGroup.join(', ')}`;
  const groups = new Set(PROFILE_PATHS.map((each) => each.slice(0, each.indexOf('.'))));
  return `Fields begin with ${[...groups].join('., ')}.`.slice(0, -1);
}

const LINE_BREAKS = /[\n\r\t]/g;
const CONTROL_MEMBERS = ['scope', 'verifiedAt'];

/** Validates a value against the table of fields. Lists are sorted where their order has no meaning. */
function parseFieldValue(path: string, kind: FieldKind, value: unknown): unknown {
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
  if (choice === undefined)
    throw toProfileError(path, `must be one of ${[...new Set([...values, 'unknown'])].join(', ')}`);
  return choice;
}

function parseChoices(path: string, values: readonly string[], value: unknown): readonly string[] {
  const choices = uniqueSorted(parseList(path, value).map((each, i) => parseChoice(`${path}/${i}`, values, each)));
  if (choices.length > 1 && choices.includes('none'))
    throw toProfileError(path, 'cannot combine "none" with other values');
  return choices;
}

function parseList(path: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw toProfileError(path, 'must be a list, or "unknown"');
  if (value.length > LIMITS.profileListEntriesMax)
    throw toProfileError(path, `must have at most ${LIMITS.profileListEntriesMax} entries`);
  return value;
}

function parseShortText(path: string, value: unknown): string {
  const text = parseText(path, value, LIMITS.profileTextBytesMax);
  if (text === '') throw toProfileError(path, 'must not be empty');
  return text;
}

/** Notes may contain line breaks. */
function parseText(path: string, value: unknown, bytesMax: number): string {
  if (typeof value !== 'string') throw toProfileError(path, 'must be a string');
  if (isLongerThanBytes(value, bytesMax)) throw toProfileError(path, `must have at most ${bytesMax} bytes`);
  if (!isClean(value.replace(LINE_BREAKS, ' '))) throw toProfileError(path, 'contains a control character');
  return value;
}

function parseObject(path: string, members: Readonly<Record<string, MemberKind>>, value: unknown): object {
  requireKnownMembers(path, Object.keys(members), value);
  const read: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(members)) {
    const found = memberIn(value, name);
    if (found !== undefined) read[name] = parseMember(`${path}/${name}`, kind, found);
    else if (kind.type === 'text' && kind.isRequired) throw toProfileError(path, `requires "${name}"`);
  }
  return read;
}

function parseMember(path: string, kind: MemberKind, value: unknown): unknown {
  if (kind.type === 'text') return parseShortText(path, value);
  if (kind.type === 'enum') return parseChoice(path, kind.values, value);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > PORT_MAX)
    throw toProfileError(path, `must be a port from 1 to ${PORT_MAX}`);
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
    throw toProfileError(path, `must be an object with ${names.join(', ')}`);
  if (Object.keys(value).some((name) => !names.includes(name)))
    throw toProfileError(path, `may only have the members ${names.join(', ')}`);
}

/** The details name the field, so that a form can show the problem beside it. */
export function toProfileError(path: string, problem: string): Error {
  return PROFILE_INVALID({ path, problem }, { details: [{ path, message: problem }] });
}
