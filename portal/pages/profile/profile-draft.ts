/** Draft of a profile: stated fields, changes compared with the stored version, and the request to save it. */
import type { WireProfile } from '../../../src/api/contract/services/profile.ts';
import type { ProfileInput, StatedField } from './profile-queries.ts';
import { UNKNOWN } from '../../text/profile/profile-values.ts';

export interface ProfileDraft {
  readonly fields: Readonly<Record<string, StatedField>>;
  readonly appliesTo: WireProfile['appliesTo'];
  readonly isDefault: boolean;
  readonly documents: readonly { readonly sha256: string; readonly inForce: boolean }[];
}

export function toDraft({ stated, appliesTo, isDefault, documents }: WireProfile): ProfileDraft {
  const fields = Object.entries(stated).map(([path, { value, complete, evidence, basis }]) => [
    path,
    { value, complete, evidence, confirmed: basis !== null },
  ]);
  return {
    fields: Object.fromEntries(fields) as Record<string, StatedField>,
    appliesTo,
    isDefault,
    documents: documents.map(({ sha256, inForce }) => ({ sha256, inForce })),
  };
}

/** Setting a value confirms it unless stated otherwise. An unknown value removes the field. */
export function withField(draft: ProfileDraft, path: string, changes: Partial<StatedField>): ProfileDraft {
  const before = draft.fields[path] ?? { value: UNKNOWN };
  const field: StatedField = { ...before, ...('value' in changes && { confirmed: true }), ...changes };
  const { [path]: _gone, ...rest } = draft.fields;
  return { ...draft, fields: field.value === UNKNOWN ? rest : { ...rest, [path]: field } };
}

export function withInForce(draft: ProfileDraft, sha256: string, inForce: boolean): ProfileDraft {
  const documents = draft.documents.map((each) => (each.sha256 === sha256 ? { sha256, inForce } : each));
  return { ...draft, documents };
}

export function withoutDocument(draft: ProfileDraft, sha256: string): ProfileDraft {
  return { ...draft, documents: draft.documents.filter((each) => each.sha256 !== sha256) };
}

/** Returns the paths of fields that differ from the stored ones. */
export function listChanged(draft: ProfileDraft, profile: WireProfile): readonly string[] {
  const kept = toDraft(profile).fields;
  const paths = [...new Set([...Object.keys(kept), ...Object.keys(draft.fields)])];
  return paths.filter((path) => toKey(kept[path]) !== toKey(draft.fields[path]));
}

export function isChanged(draft: ProfileDraft, profile: WireProfile): boolean {
  const kept = toDraft(profile);
  return (
    listChanged(draft, profile).length > 0 ||
    JSON.stringify([kept.appliesTo, kept.isDefault, kept.documents]) !==
      JSON.stringify([draft.appliesTo, draft.isDefault, draft.documents])
  );
}

/** Contains all stated fields, because omitted ones are removed. Untouched fields keep their confirmation. */
export function toProfileInput(draft: ProfileDraft, profile: WireProfile): ProfileInput {
  const changed = new Set(listChanged(draft, profile));
  const fields = Object.entries(draft.fields).map(([path, { confirmed, ...field }]) => [
    path,
    changed.has(path) && confirmed !== undefined ? { ...field, confirmed } : field,
  ]);
  const { appliesTo, isDefault, documents } = draft;
  return { fields: Object.fromEntries(fields) as Record<string, StatedField>, appliesTo, isDefault, documents };
}

function toKey(field: StatedField | undefined): string {
  if (field === undefined) return '';
  const { value, complete = false, evidence = null, confirmed = false } = field;
  return JSON.stringify([value, complete, evidence ?? null, confirmed]);
}
