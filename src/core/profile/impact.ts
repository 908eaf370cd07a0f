/**
 * The impact preview: lists assumptions about a service, which are all fields that are unknown or unconfirmed, with their possible
 * values, and counts the findings that each would move. The caller evaluates the findings again; nothing is stored.
 */
import { kindOf, PROFILE_PATHS, type FieldKind, type ProfilePath } from './profile-fields.ts';
import { basisOf, isKnown, type ProfileContent, type ProfileField, type DocumentRef } from './security-profile.ts';
import { RELEVANCES, type Relevance } from '../vocabulary/relevance.ts';

/** A field, or a runtime document that is not confirmed to be in force. */
export type ProfileAssumption =
  | { readonly path: ProfilePath; readonly values: readonly AssumedValue[] }
  | { readonly document: string; readonly kind: DocumentRef['kind'] };

export interface AssumedValue {
  readonly value: unknown;
  readonly complete: boolean;
}

type Impacted = Pick<ProfileContent, 'fields' | 'documentRefs'>;

/**
 * Free-text fields and lists of free text have no values to try; if they have an unconfirmed value, it can still be confirmed.
 */
export function listAssumptions({ fields, documentRefs }: Impacted): readonly ProfileAssumption[] {
  const assumptions: ProfileAssumption[] = [];
  for (const path of PROFILE_PATHS) {
    const field = fields[path];
    if (path === 'text.notes' || (isKnown(field) && basisOf(field) !== undefined)) continue;
    const values = isKnown(field)
      ? [{ value: field.value, complete: field.complete ?? false }]
      : candidatesOf(kindOf(path));
    if (values.length > 0) assumptions.push({ path, values });
  }
  for (const { sha256, kind, inForce } of documentRefs) {
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
  const documentRefs = profile.documentRefs.map((each) => (each.sha256 === sha256 ? { ...each, inForce: true } : each));
  return { ...profile, documentRefs };
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

export interface FindingRating {
  readonly status: Relevance;
  readonly band: string;
}

export interface MovedFinding {
  readonly key: string;
  readonly from: FindingRating;
  readonly to: FindingRating;
}

export interface ImpactCounts {
  /** Relevant findings that would become `deprioritized`. */
  readonly lowered: number;
  /** Findings that would become `not_relevant`. */
  readonly filtered: number;
  /** Findings that would become more relevant. */
  readonly raised: number;
  /** Findings for which only the band would change. */
  readonly bandChanged: number;
  readonly total: number;
}

/** In the order of `before`. Findings missing on one side were not evaluated and are skipped. */
export function listMovedFindings(
  before: ReadonlyMap<string, FindingRating>,
  after: ReadonlyMap<string, FindingRating>,
): readonly MovedFinding[] {
  const moved: MovedFinding[] = [];
  for (const [key, from] of before) {
    const to = after.get(key);
    if (to !== undefined && (to.status !== from.status || to.band !== from.band)) moved.push({ key, from, to });
  }
  return moved;
}

export function countMovedFindings(moved: readonly MovedFinding[]): ImpactCounts {
  const counts = { lowered: 0, filtered: 0, raised: 0, bandChanged: 0 };
  for (const { from, to } of moved) counts[kindOfMove(from, to)] += 1;
  return { ...counts, total: moved.length };
}

function kindOfMove(from: FindingRating, to: FindingRating): Exclude<keyof ImpactCounts, 'total'> {
  if (from.status === to.status) return 'bandChanged';
  if (RELEVANCES.indexOf(to.status) < RELEVANCES.indexOf(from.status)) return 'raised';
  return to.status === 'not_relevant' ? 'filtered' : 'lowered';
}
