/**
 * A security profile: what people, documents and SBOMs say about how a service runs. Every field says where it comes from, because
 * only what an SBOM or an upload shows, or what a person has confirmed, may ever speak for hiding a finding. Versions of a profile
 * are never changed, only followed by another.
 */
import type { ProfilePath } from './profile-fields.ts';

export const FIELD_SOURCES = ['user', 'sbom', 'upload', 'imported', 'ai-suggested'] as const;
export type FieldSource = (typeof FIELD_SOURCES)[number];

export const SBOM_KINDS = ['source', 'build', 'deployed', 'unknown'] as const;
export type SbomKind = (typeof SBOM_KINDS)[number];

export const UNKNOWN = 'unknown';

export interface ProfileField {
  /** As the table of fields says, or `unknown`. */
  readonly value: unknown;
  /** Of a list: what is not in it is not there. */
  readonly complete?: boolean;
  readonly source: FieldSource;
  readonly confirmedBy?: string;
  /** ISO 8601. */
  readonly confirmedAt?: string;
  /** A sentence, or the place in a document. */
  readonly evidence?: string;
}

export type ProfileFields = Readonly<Partial<Record<ProfilePath, ProfileField>>>;

/** Whom a profile speaks of; an empty list is no limit. */
export interface AppliesTo {
  readonly environments: readonly string[];
  /** Globs: `*` stays between two slashes, `**` does not. */
  readonly images: readonly string[];
  readonly sbomKinds: readonly SbomKind[];
}

export interface RuntimeDocumentRef {
  readonly kind: 'apparmor' | 'seccomp' | 'observed';
  readonly sha256: string;
  /** Somebody has confirmed that it is enforced where the service runs. */
  readonly inForce: boolean;
}

export interface ProfileDocument {
  readonly name: string;
  readonly isDefault: boolean;
  readonly appliesTo: AppliesTo;
  readonly fields: ProfileFields;
  readonly runtimeDocuments: readonly RuntimeDocumentRef[];
}

/** Whether a field says anything at all. */
export function isKnown(field: ProfileField | undefined): field is ProfileField {
  return field !== undefined && field.value !== UNKNOWN;
}

/** Facts of documents need nobody; everything else needs a person who stands for it. */
export function basisOf({ source, confirmedBy }: ProfileField): 'fact' | 'confirmed' | undefined {
  if (source === 'sbom' || source === 'upload') return 'fact';
  return confirmedBy === undefined ? undefined : 'confirmed';
}
