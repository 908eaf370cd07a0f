/** Texts for a profile field that is cited as evidence, such as `web: runtime.os`, as in the profile editor. */
import { ALL_FIELDS, type FieldForm } from '../../text/profile/profile-fields.ts';
import { describeValue } from '../../text/profile/profile-values.ts';

interface CitedField {
  readonly label: string;
  /** Undefined if the name is not that of a field. */
  readonly profile: string | undefined;
  readonly value: string | undefined;
}

export function describeCitedField(path: string, value: string | null): CitedField {
  const at = path.lastIndexOf(': ');
  const field = ALL_FIELDS.find((each) => each.path === path.slice(at + 2));
  if (at === -1 || field === undefined) return { label: path, profile: undefined, value: value ?? undefined };
  return {
    label: field.label,
    profile: path.slice(0, at),
    value: value === null ? undefined : toValueText(value, field.form),
  };
}

/** Lists are cited as JSON, and long ones are truncated: these stay as they are. */
function toValueText(value: string, form: FieldForm): string {
  if (!value.startsWith('[') && !value.startsWith('{')) return describeValue(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return describeValue(form.type === 'objects' && Array.isArray(parsed) ? inOrder(parsed, form.members) : parsed);
  } catch {
    return value;
  }
}

/** Restores the order of members, because the database sorts them by the length of their names. */
function inOrder(entries: readonly unknown[], members: readonly string[]): readonly unknown[] {
  return entries.map((entry) => {
    const known = new Map(Object.entries(typeof entry === 'object' && entry !== null ? entry : {}));
    return Object.fromEntries(members.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : [])));
  });
}
