/** Maps security profiles to the API. */
import {
  basisOf,
  isKnown,
  type DocumentRef,
  type ProfileField,
  type ProfileFields,
} from '../../core/profile/security-profile.ts';
import type { CompletedProfile, DescribedDocument, DescribedProfile } from '../../pipeline/profiles/load-profiles.ts';
import type { StoredProfileVersion } from '../../store/relevance/profiles.ts';
import type {
  WireProfile,
  WireProfileField,
  WireProfileSummary,
  WireProfileVersion,
  WireProfileDocument,
} from '../contract/services/profile.ts';

export function toWireProfileSummary({ profile, fieldsSet }: CompletedProfile): WireProfileSummary {
  return { ...toHead(profile, fieldsSet), documentCount: profile.documentRefs.length };
}

export function toWireProfile(described: DescribedProfile): WireProfile {
  const { profile, fieldsSet, fields, conflicts, suggestions, documents } = described;
  return {
    ...toHead(profile, fieldsSet),
    fields: toWireFields(fields),
    stated: toWireFields(profile.fields),
    conflicts: conflicts.map(({ path, used, other }) => ({
      path,
      used: toWireField(used),
      other: toWireField(other),
    })),
    suggestions: toWireFields(suggestions),
    documents: documents.map(toWireDocument),
  };
}

export function toWireProfileVersion(version: StoredProfileVersion): WireProfileVersion {
  const { version: number, sha256: hash, appliesTo, fields, documentRefs, createdAt, createdBy } = version;
  return {
    version: number,
    hash,
    createdAt,
    createdBy,
    appliesTo: toWireAppliesTo(appliesTo),
    fields: toWireFields(fields),
    documents: documentRefs.map(toReference),
  };
}

type Head = Omit<WireProfileSummary, 'documentCount'>;

function toHead(profile: CompletedProfile['profile'], fieldsSet: number): Head {
  const { id, name, isDefault, version, sha256: hash, appliesTo, createdAt, updatedAt, updatedBy } = profile;
  return {
    id,
    name,
    isDefault,
    version,
    hash,
    createdAt,
    updatedAt,
    updatedBy,
    appliesTo: toWireAppliesTo(appliesTo),
    fieldsSet,
  };
}

function toWireAppliesTo(appliesTo: CompletedProfile['profile']['appliesTo']): WireProfileSummary['appliesTo'] {
  const { environments, images, sbomKinds } = appliesTo;
  return { environments: [...environments], images: [...images], sbomKinds: [...sbomKinds] };
}

function toWireFields(fields: ProfileFields): Record<string, WireProfileField> {
  return Object.fromEntries(Object.entries(fields).map(([path, field]) => [path, toWireField(field)]));
}

function toWireField(field: ProfileField): WireProfileField {
  const { value, complete = false, source, confirmedBy = null, confirmedAt = null, evidence = null } = field;
  const basis = isKnown(field) ? (basisOf(field) ?? null) : null;
  return { value, complete, source, basis, confirmedBy, confirmedAt, evidence };
}

function toReference(document: DocumentRef): WireProfileVersion['documents'][number] {
  const { kind, name = null, sha256, inForce, confirmedBy = null, confirmedAt = null } = document;
  return { kind, name, sha256, inForce, confirmedBy, confirmedAt };
}

function toWireDocument(document: DescribedDocument): WireProfileDocument {
  const { sizeBytes, createdAt, createdBy, warnings, facts } = document;
  return {
    ...toReference(document),
    sizeBytes,
    createdAt,
    createdBy,
    warnings: warnings.map((warning) => ({ ...warning })),
    facts: facts.map((fact) => ({ ...fact })),
  };
}
