/** What rules can query in a profile: facts and confirmed values, and the runtime documents in force. */
import { isProfilePath } from './profile-fields.ts';
import type { KnownField, ProfileView } from './profile-view.ts';
import { toObservation } from './runtime/observation.ts';
import type { RuntimeDocument } from './runtime/runtime-document.ts';
import { toRuntimeView } from './runtime/runtime-view.ts';
import { basisOf, isKnown, type ProfileDocument, type ProfileFields } from './security-profile.ts';

export interface LoadedRuntimeDocument {
  /** Display name of the document, for the evidence. */
  readonly name: string;
  readonly inForce: boolean;
  readonly document: RuntimeDocument;
}

export function toProfileView(
  { name, version, fields }: Pick<ProfileDocument, 'name' | 'fields'> & { readonly version: number },
  documents: readonly LoadedRuntimeDocument[],
): ProfileView {
  const known = (path: string): KnownField | undefined => findKnown(fields, path);
  return {
    name,
    version,
    known,
    runtime: toRuntimeView(
      documents.filter(({ inForce }) => inForce),
      known,
    ),
    observations: documents.flatMap(({ document }) => (document.kind === 'observed' ? [toObservation(document)] : [])),
  };
}

/** Notes are for people and are never evidence. */
function findKnown(fields: ProfileFields, path: string): KnownField | undefined {
  if (!isProfilePath(path) || path === 'text.notes') return undefined;
  const field = fields[path];
  if (!isKnown(field)) return undefined;
  const basis = basisOf(field);
  return basis === undefined ? undefined : { value: field.value, complete: field.complete ?? false, basis };
}
