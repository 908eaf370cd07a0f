/**
 * Lists assumptions about a service for the impact preview: every field that is unknown or unconfirmed, with its possible values.
 * The caller evaluates the findings again with each of them; nothing is stored.
 */
import { CORE_PATHS, kindOf, PROFILE_PATHS, type FieldKind, type ProfilePath } from './profile-fields.ts';
import {
  basisOf,
  isKnown,
  type ProfileDocument,
  type ProfileField,
  type RuntimeDocumentRef,
} from './security-profile.ts';

/** A field, or a runtime document that is not confirmed to be in force. */
export type Assumption =
  | { readonly path: ProfilePath; readonly values: readonly AssumedValue[]; readonly isCore: boolean }
  | { readonly document: string; readonly kind: RuntimeDocumentRef['kind'] };

export interface AssumedValue {
  readonly value: unknown;
  readonly complete: boolean;
}

type Impacted = Pick<ProfileDocument, 'fields' | 'runtimeDocuments'>;

/**
 * Free-text fields and lists of free text have no values to try; if they have an unconfirmed value, it can still be confirmed.
 */
export function listAssumptions({ fields, runtimeDocuments }: Impacted): readonly Assumption[] {
  const assumptions: Assumption[] = [];
  for (const path of PROFILE_PATHS) {
    const field = fields[path];
    if (path === 'text.notes' || (isKnown(field) && basisOf(field) !== undefined)) continue;
    const values = isKnown(field) ? [toAssumed(field)] : candidatesOf(kindOf(path));
    if (values.length > 0) assumptions.push({ path, values, isCore: CORE_PATHS.includes(path) });
  }
  for (const { sha256, kind, inForce } of runtimeDocuments) {
    // An observation is used as it is: there is nothing to enforce.
    if (!inForce && kind !== 'observed') assumptions.push({ document: sha256, kind });
  }
  return assumptions;
}

/** Returns the profile as it would be with the value confirmed. */
export function withAssumed<Profile extends Impacted>(
  profile: Profile,
  path: ProfilePath,
  { value, complete }: AssumedValue,
): Profile {
  const field: ProfileField = { value, complete, source: 'user', confirmedBy: 'assumption' };
  return { ...profile, fields: { ...profile.fields, [path]: field } };
}

/** Returns the profile as it would be with the document in force. */
export function withInForce<Profile extends Impacted>(profile: Profile, sha256: string): Profile {
  const runtimeDocuments = profile.runtimeDocuments.map((each) =>
    each.sha256 === sha256 ? { ...each, inForce: true } : each,
  );
  return { ...profile, runtimeDocuments };
}

function toAssumed({ value, complete = false }: ProfileField): AssumedValue {
  return { value, complete };
}

/** For a list: each single value as a complete list, which has the largest effect. */
function candidatesOf(kind: FieldKind): readonly AssumedValue[] {
  switch (kind.type) {
    case 'enum':
      return kind.values.map((value) => ({ value, complete: false }));
    case 'enum-list':
      return kind.values.map((value) => ({ value: [value], complete: true }));
    case 'control':
      return [{ value: 'none', complete: false }];
    default:
      return [];
  }
}
