/**
 * What a person could still say about a service, for the impact meter: every field that is not known or that nobody stands for,
 * with the values that it could get. The caller folds the findings again with each of them; nothing is written.
 */
import { CORE_PATHS, kindOf, PROFILE_PATHS, type FieldKind, type ProfilePath } from './profile-fields.ts';
import {
  basisOf,
  isKnown,
  type ProfileDocument,
  type ProfileField,
  type RuntimeDocumentRef,
} from './security-profile.ts';

/** A field, or a runtime document that nobody has confirmed to be in force. */
export type Assumption =
  | { readonly path: ProfilePath; readonly values: readonly AssumedValue[]; readonly isCore: boolean }
  | { readonly document: string; readonly kind: RuntimeDocumentRef['kind'] };

export interface AssumedValue {
  readonly value: unknown;
  readonly complete: boolean;
}

type Impacted = Pick<ProfileDocument, 'fields' | 'runtimeDocuments'>;

/** Fields that are free text, or lists of it, have no values to try; those somebody has written down can still be confirmed. */
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

/** The profile as it would be if somebody stood for the value. */
export function withAssumed<Profile extends Impacted>(
  profile: Profile,
  path: ProfilePath,
  { value, complete }: AssumedValue,
): Profile {
  const field: ProfileField = { value, complete, source: 'user', confirmedBy: 'assumption' };
  return { ...profile, fields: { ...profile.fields, [path]: field } };
}

/** The profile as it would be if the document were in force. */
export function withInForce<Profile extends Impacted>(profile: Profile, sha256: string): Profile {
  const runtimeDocuments = profile.runtimeDocuments.map((each) =>
    each.sha256 === sha256 ? { ...each, inForce: true } : each,
  );
  return { ...profile, runtimeDocuments };
}

function toAssumed({ value, complete = false }: ProfileField): AssumedValue {
  return { value, complete };
}

/** Of a list: each value alone and nothing besides, which is what would change the most. */
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
