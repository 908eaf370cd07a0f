/**
 * Validates the fields of a profile. Unknown paths and members are rejected with a suggestion, because a field that is silently
 * dropped looks like one that was set.
 */
import { quote } from '../../errors.ts';
import { isLongerThanBytes } from '../../identity/byte-length.ts';
import { isObject, memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { isClean } from '../../sbom/clean-text.ts';
import { PROFILE_INVALID } from '../errors.ts';
import { isProfilePath, kindOf, PROFILE_PATHS, type ProfilePath } from '../profile-fields.ts';
import { parseFieldValue } from './parse-field-value.ts';
import { UNKNOWN, type ProfileField, type ProfileFields } from '../security-profile.ts';
import { FIELD_SOURCES, type FieldSource } from '../../vocabulary/profile.ts';

const FIELD_MEMBERS = ['value', 'complete', 'source', 'confirmedBy', 'confirmedAt', 'evidence'];
const LIST_TYPES = ['enum-list', 'text-list', 'object-list'];

/** Throws PROFILE_INVALID with the path of the problem. */
export function parseProfileFields(input: unknown): ProfileFields {
  if (!isObject(input)) throw refuse('fields', 'must be an object with field paths as names');
  const fields: Partial<Record<ProfilePath, ProfileField>> = {};
  for (const path of Object.keys(input)) {
    if (!isProfilePath(path)) throw refuse(path, `is not a known field. ${suggest(path)}`);
    fields[path] = parseField(path, memberIn(input, path));
  }
  return fields;
}

function parseField(path: ProfilePath, input: unknown): ProfileField {
  if (!isObject(input)) throw refuse(path, 'must be an object with "value" and "source"');
  const extra = Object.keys(input).find((name) => !FIELD_MEMBERS.includes(name));
  if (extra !== undefined) throw refuse(path, `has an unknown member ${quote(extra)}. Use ${FIELD_MEMBERS.join(', ')}`);

  const value = memberIn(input, 'value');
  const complete = memberIn(input, 'complete');
  if (complete !== undefined && typeof complete !== 'boolean')
    throw refuse(`${path}.complete`, 'must be true or false');
  if (complete === true && !LIST_TYPES.includes(kindOf(path).type))
    throw refuse(`${path}.complete`, 'is only valid for lists');
  const confirmedBy = parseText(path, input, 'confirmedBy');
  const confirmedAt = parseText(path, input, 'confirmedAt');
  const evidence = parseText(path, input, 'evidence');
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
  if (source === undefined) throw refuse(`${path}.source`, `must be one of ${FIELD_SOURCES.join(', ')}`);
  return source;
}

function parseText(path: string, input: unknown, name: string): string | undefined {
  const text = memberIn(input, name);
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || isLongerThanBytes(text, LIMITS.profileTextBytesMax) || !isClean(text))
    throw refuse(`${path}.${name}`, `must be a string of at most ${LIMITS.profileTextBytesMax} bytes`);
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

function refuse(path: string, problem: string): Error {
  return PROFILE_INVALID({ path, problem }, { details: [{ path, message: problem }] });
}
