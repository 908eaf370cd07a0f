/** A field of a security profile as evidence cites it, `web: runtime.os`, in the words of the editor. */
import { ALL_FIELDS } from './profile-fields.ts';
import { describeValue } from './profile-words.ts';

export interface CitedField {
  readonly label: string;
  /** Undefined where the name is not one of a field. */
  readonly profile: string | undefined;
  readonly value: string | undefined;
}

export function describeCitedField(path: string, value: string | null): CitedField {
  const at = path.lastIndexOf(': ');
  const field = ALL_FIELDS.find((each) => each.path === path.slice(at + 2));
  if (at === -1 || field === undefined) return { label: path, profile: undefined, value: value ?? undefined };
  return { label: field.label, profile: path.slice(0, at), value: value === null ? undefined : toWords(value) };
}

/** Lists are cited as JSON, and long ones are cut off: then it stays as it is. */
function toWords(value: string): string {
  if (!value.startsWith('[') && !value.startsWith('{')) return describeValue(value);
  try {
    return describeValue(JSON.parse(value));
  } catch {
    return value;
  }
}
