/**
 * The part of a profile that is sent: fields that are confirmed or a fact of an SBOM, and of these only choices and lists. Names,
 * people, images, ports and documents have other kinds or are removed here; notes are sent only in the mode that shares
 * everything. Only the fields listed here are sent.
 */
import { LIMITS } from '../../core/limits.ts';
import { kindOf, PROFILE_PATHS, type FieldKind } from '../../core/profile/profile-fields.ts';
import type { ProfileView } from '../../core/profile/profile-view.ts';
import { cleanText } from '../../core/relevance/assessments/text/clean-text.ts';
import type { SharingMode } from '../../core/vocabulary/ai.ts';
import type { FindingInput } from './finding-input.ts';
import { toName } from './shared-advisory.ts';

type ObjectListKind = Extract<FieldKind, { readonly type: 'object-list' }>;

export interface SharedField {
  readonly value: unknown;
  readonly complete?: true;
}

export interface SharedProfile {
  readonly fields: Readonly<Record<string, SharedField>>;
  readonly notes?: string;
}

export function toSharedProfile(
  profile: ProfileView,
  { sharing, notesOf }: Pick<FindingInput, 'sharing' | 'notesOf'>,
): SharedProfile {
  const notes = sharing === 'full-profile' ? notesOf?.(profile) : undefined;
  const fields: Record<string, SharedField> = {};
  for (const path of PROFILE_PATHS) {
    const known = profile.known(path);
    const shared = known && toSharedField(kindOf(path), known.value, known.complete, sharing);
    if (shared !== undefined) fields[path] = shared;
  }
  return { fields, ...(notes !== undefined && { notes: cleanText(notes, LIMITS.aiTextCharactersMax) }) };
}

function toSharedField(
  kind: FieldKind,
  value: unknown,
  complete: boolean,
  sharing: SharingMode,
): SharedField | undefined {
  if (kind.type === 'enum') return typeof value === 'string' ? { value: toName(value) } : undefined;
  // Texts and controls can contain arbitrary words.
  if (kind.type === 'text' || kind.type === 'control' || !Array.isArray(value)) return undefined;
  const entries = value
    .slice(0, LIMITS.aiListEntriesMax)
    .flatMap((each: unknown) => toSharedEntry(kind, each, sharing));
  // A shortened list no longer shows which entries are absent, so it is not complete.
  return { value: entries, ...(complete && entries.length === value.length && { complete }) };
}

function toSharedEntry(
  kind: Exclude<FieldKind, { readonly type: 'enum' | 'text' | 'control' }>,
  entry: unknown,
  sharing: SharingMode,
): readonly unknown[] {
  if (kind.type === 'object-list') return [toSharedMembers(kind, entry, sharing)];
  return typeof entry === 'string' ? [toName(entry)] : [];
}

function toSharedMembers({ members }: ObjectListKind, entry: unknown, sharing: SharingMode): object {
  const given = new Map(typeof entry === 'object' && entry !== null ? Object.entries(entry) : []);
  const shared: Record<string, string> = {};
  for (const [name, { type }] of Object.entries(members)) {
    const value: unknown = given.get(name);
    const isKeptBack = type === 'port' || (name === 'note' && sharing !== 'full-profile');
    if (typeof value === 'string' && !isKeptBack) shared[name] = toName(value);
  }
  return shared;
}
