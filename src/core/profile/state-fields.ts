/**
 * What somebody states about a service becomes the fields of a profile. Where a value comes from and who stands for it is never
 * taken from the sender: whoever could say "the SBOM shows it" or "Ada has confirmed it" could hide findings in the name of others.
 */
import { PROFILE_PATHS, type ProfilePath } from './profile-fields.ts';
import { readProfileFields } from './read-profile-fields.ts';
import { UNKNOWN, type ProfileField, type ProfileFields } from './security-profile.ts';

export interface StatedField {
  readonly value: unknown;
  readonly complete?: boolean | undefined;
  readonly evidence?: string | null | undefined;
  /** Absent: as it was while the value is the same, else not. */
  readonly confirmed?: boolean | undefined;
}

/** Throws PROFILE_INVALID with the place of what is wrong. */
export function stateFields(
  sent: Readonly<Record<string, StatedField>>,
  before: ProfileFields,
  stated: { readonly by: string; readonly at: string },
): ProfileFields {
  const read = readProfileFields(
    Object.fromEntries(Object.entries(sent).map(([path, field]) => [path, toReadable(field)])),
  );
  const fields: Partial<Record<ProfilePath, ProfileField>> = {};
  for (const path of PROFILE_PATHS) {
    const field = read[path];
    const wish = Object.hasOwn(sent, path) ? sent[path] : undefined;
    if (field !== undefined && wish !== undefined) fields[path] = stateField(field, wish, before[path], stated);
  }
  return fields;
}

/** The paths that two profiles say something different about, or confirm differently. */
export function listChangedPaths(before: ProfileFields, after: ProfileFields): readonly ProfilePath[] {
  return PROFILE_PATHS.filter((path) => textOf(before[path] ?? null) !== textOf(after[path] ?? null));
}

function toReadable({ value, complete, evidence }: StatedField): object {
  return {
    ...{ value, source: 'user' },
    ...(complete !== undefined && { complete }),
    ...(evidence !== undefined && evidence !== null && { evidence }),
  };
}

function stateField(
  field: ProfileField,
  { confirmed }: StatedField,
  before: ProfileField | undefined,
  { by, at }: { readonly by: string; readonly at: string },
): ProfileField {
  const kept = before !== undefined && isSame(field, before) ? before : undefined;
  const evidence = field.evidence ?? kept?.evidence;
  const isConfirmed = field.value !== UNKNOWN && (confirmed ?? kept?.confirmedBy !== undefined);
  return {
    value: field.value,
    // False is what it is without a word: sent back as it was read, it is no change.
    ...(field.complete === true && { complete: true }),
    source: kept?.source ?? 'user',
    ...(isConfirmed && { confirmedBy: kept?.confirmedBy ?? by, confirmedAt: kept?.confirmedAt ?? at }),
    ...(evidence !== undefined && { evidence }),
  };
}

/** Both were read against the same table, and JSON of PostgreSQL has its own order of members. */
function isSame(a: ProfileField, b: ProfileField): boolean {
  return textOf(a.value) === textOf(b.value) && (a.complete ?? false) === (b.complete ?? false);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
