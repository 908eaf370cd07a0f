/**
 * Converts submitted statements about a service to fields of a profile. Source and confirmation are never taken from the client:
 * a client that could claim "from the SBOM" or "confirmed by Ada" could hide findings in the name of others.
 */
import { PROFILE_PATHS, type ProfilePath } from './profile-fields.ts';
import { parseProfileFields } from './parse-profile-fields.ts';
import { canonicalJson, UNKNOWN, type ProfileField, type ProfileFields } from './security-profile.ts';

export interface SubmittedField {
  readonly value: unknown;
  readonly complete?: boolean | undefined;
  readonly evidence?: string | null | undefined;
  /** Absent: unchanged while the value is the same, otherwise false. */
  readonly confirmed?: boolean | undefined;
}

/** Throws PROFILE_INVALID with the path of the problem. */
export function toProfileFields(
  sent: Readonly<Record<string, SubmittedField>>,
  before: ProfileFields,
  stated: { readonly by: string; readonly at: string },
): ProfileFields {
  const read = parseProfileFields(
    Object.fromEntries(Object.entries(sent).map(([path, field]) => [path, toFieldInput(field)])),
  );
  const fields: Partial<Record<ProfilePath, ProfileField>> = {};
  for (const path of PROFILE_PATHS) {
    const field = read[path];
    const submitted = Object.hasOwn(sent, path) ? sent[path] : undefined;
    if (field !== undefined && submitted !== undefined)
      fields[path] = toProfileField(field, submitted, before[path], stated);
  }
  return fields;
}

/** Paths for which two profiles differ in value or confirmation. */
export function listChangedPaths(before: ProfileFields, after: ProfileFields): readonly ProfilePath[] {
  return PROFILE_PATHS.filter((path) => canonicalJson(before[path] ?? null) !== canonicalJson(after[path] ?? null));
}

function toFieldInput({ value, complete, evidence }: SubmittedField): object {
  return {
    value,
    source: 'user',
    ...(complete !== undefined && { complete }),
    ...(evidence !== undefined && evidence !== null && { evidence }),
  };
}

function toProfileField(
  field: ProfileField,
  { confirmed }: SubmittedField,
  before: ProfileField | undefined,
  { by, at }: { readonly by: string; readonly at: string },
): ProfileField {
  const kept = before !== undefined && isSame(field, before) ? before : undefined;
  const evidence = field.evidence ?? kept?.evidence;
  const isConfirmed = field.value !== UNKNOWN && (confirmed ?? kept?.confirmedBy !== undefined);
  return {
    value: field.value,
    // False is the default, so sending it back is not a change.
    ...(field.complete === true && { complete: true }),
    source: kept?.source ?? 'user',
    ...(isConfirmed && { confirmedBy: kept?.confirmedBy ?? by, confirmedAt: kept?.confirmedAt ?? at }),
    ...(evidence !== undefined && { evidence }),
  };
}

function isSame(a: ProfileField, b: ProfileField): boolean {
  return canonicalJson(a.value) === canonicalJson(b.value) && (a.complete ?? false) === (b.complete ?? false);
}
