/**
 * A security profile: statements of users, documents and SBOMs about how a service runs. Every field has a source, because only
 * facts from an SBOM or an upload, or values confirmed by a user, may support hiding a finding. Versions of a profile are
 * immutable.
 */
import type { ProfilePath } from './profile-fields.ts';
import type { DocumentKind, FieldBasis, FieldSource } from '../vocabulary/profile.ts';
import type { SbomKind } from '../vocabulary/sbom.ts';
import { isObject } from '../json/members.ts';
import { compareText } from '../text/compare-text.ts';

export const UNKNOWN = 'unknown';

export interface ProfileField {
  /** As defined in the table of fields, or `unknown`. */
  readonly value: unknown;
  /** For a list: values that are not listed are absent. */
  readonly complete?: boolean;
  readonly source: FieldSource;
  readonly confirmedBy?: string;
  /** ISO 8601. */
  readonly confirmedAt?: string;
  /** A sentence, or a position in a document. */
  readonly evidence?: string;
}

export type ProfileFields = Readonly<Partial<Record<ProfilePath, ProfileField>>>;

/** Scope of a profile; an empty list is no limit. */
export interface AppliesTo {
  readonly environments: readonly string[];
  /** Globs: `*` does not cross a slash, `**` does. */
  readonly images: readonly string[];
  readonly sbomKinds: readonly SbomKind[];
}

export interface DocumentRef {
  readonly kind: DocumentKind;
  /** A later document of the same name replaces this one. Absent: only the same content does. */
  readonly name?: string;
  readonly sha256: string;
  /** Confirmed: it is enforced where the service runs, or the service is deployed as it says. */
  readonly inForce: boolean;
  /** Who confirmed a deployment document, and when. */
  readonly confirmedBy?: string;
  readonly confirmedAt?: string;
}

export interface ProfileContent {
  readonly name: string;
  readonly isDefault: boolean;
  readonly appliesTo: AppliesTo;
  readonly fields: ProfileFields;
  readonly documentRefs: readonly DocumentRef[];
}

/** Whether a field has a known value. */
export function isKnown(field: ProfileField | undefined): field is ProfileField {
  return field !== undefined && field.value !== UNKNOWN;
}

/** Facts from documents need no confirmation; everything else must be confirmed by a user. */
export function basisOf({ source, confirmedBy }: ProfileField): FieldBasis | undefined {
  if (source === 'sbom' || source === 'upload') return 'fact';
  return confirmedBy === undefined ? undefined : 'confirmed';
}

/**
 * Text of a profile for hashing: profiles with equal texts are the same version. Includes who confirmed a field and its source,
 * but not the order of documents.
 */
export function canonicalProfile({ appliesTo, fields, isDefault, documentRefs }: ProfileContent): string {
  const { environments, images, sbomKinds } = appliesTo;
  return canonicalJson({
    appliesTo: { environments: environments.toSorted(), images: images.toSorted(), sbomKinds: sbomKinds.toSorted() },
    fields,
    isDefault,
    runtimeDocuments: documentRefs.toSorted((a, b) => compareText(documentKey(a), documentKey(b))),
  });
}

function documentKey({ kind, name = '', sha256, inForce }: DocumentRef): string {
  return `${kind} ${sha256} ${inForce} ${name}`;
}

/**
 * JSON with sorted members, because clients and PostgreSQL change their order. The replacer sorts each object when it is visited,
 * so there is no recursion over untrusted input.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => compareText(a, b))) : each,
  );
}

/** Number of fields that count in decisions: confirmed by a user, or a fact. */
export function countSetFields(fields: ProfileFields): number {
  return Object.values(fields).filter((field) => isKnown(field) && basisOf(field) !== undefined).length;
}
