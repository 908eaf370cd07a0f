/**
 * The data of a finding that may be sent: its advisory, which is public, and, to the second opinion only and as far as the sharing
 * mode allows, its component and the facts that contradict the advisory. Only the data listed here is sent.
 */
import { LIMITS } from '../../core/limits.ts';
import { kindOf, PROFILE_PATHS, type FieldKind, type ProfilePath } from '../../core/profile/profile-fields.ts';
import type { ProfileView } from '../../core/profile/profile-view.ts';
import { cleanText } from '../../core/relevance/assessments/text/clean-text.ts';
import type { SharingMode } from '../../core/vocabulary/ai.ts';
import type { AdvisoryText, Precondition } from '../../core/relevance/assessments/assessment.ts';
import type { Subject } from '../../core/relevance/subject/subject.ts';
import { compareText } from '../../core/text/compare-text.ts';
import { isEnforced } from '../../core/relevance/assessments/contradictions/all-contradictions.ts';
import type { ClaimPair, ProfileClaim } from '../../core/relevance/assessments/verification/verification-steps.ts';

/** Input for the questions about one finding. It is complete; the sharing mode decides what is sent. */
export interface FindingInput {
  readonly subject: Subject;
  /** Texts of the records that matched. */
  readonly texts: readonly AdvisoryText[];
  readonly sharing: SharingMode;
  /** Steps from the root to the component, if the graph is known. */
  readonly pathLength?: number | null;
  /** Notes of a profile. They are never evidence, so they are not part of its view. */
  readonly notesOf?: (profile: ProfileView) => string | undefined;
}

/** Texts of the records and the packages that they are about. They are public and contain no customer data. */
export function toSharedAdvisory(texts: readonly AdvisoryText[]): object {
  const packages = new Set(texts.flatMap((text) => text.packages.map(toName)));
  return { packages: [...packages].toSorted().slice(0, LIMITS.aiListEntriesMax), texts: toSharedTexts(texts) };
}

/** Records of several databases often have the same text. Sorted, so that the same texts give the same question. */
function toSharedTexts(texts: readonly AdvisoryText[]): readonly object[] {
  const shared = texts
    .toSorted((a, b) => compareText(a.recordId, b.recordId))
    .map(({ title, details }) => {
      const whole = cleanText(details);
      return {
        title: cleanText(title, LIMITS.advisoryTitleCharactersMax),
        details: cleanText(whole, LIMITS.aiTextCharactersMax),
        ...(whole.length > LIMITS.aiTextCharactersMax && { shortened: true }),
      };
    });
  const distinct = new Map(shared.map((each) => [`${each.title}\n${each.details}`, each]));
  return [...distinct.values()].slice(0, LIMITS.aiTextsMax);
}

export function toSharedPreconditions(preconditions: readonly Precondition[]): readonly object[] {
  return preconditions.map(({ type, value, quote }) => ({
    type,
    value: value === null ? null : toName(value),
    quote: cleanText(quote, LIMITS.aiQuoteCharactersMax),
  }));
}

/** Customer data: name, version, scopes and distance from the root. */
export function toSharedComponent({ subject, pathLength = null }: FindingInput): object {
  const { name, version } = subject.component;
  return {
    name: toName(name),
    version: version === null ? null : toName(version),
    scopes: [...new Set(subject.places.map(({ scope }) => scope))].toSorted(),
    pathLength,
  };
}

interface SharedField {
  readonly value: unknown;
  readonly complete?: true;
}

interface SharedFacts {
  readonly fields: Readonly<Record<string, SharedField>>;
  readonly notes?: string;
}

/**
 * What contradicts the preconditions under each profile. The mode that shares everything adds the other known fields and the notes.
 * Of fields only choices and lists are sent: names, people, images, ports and documents have other kinds or are removed here.
 */
export function toSharedFacts(finding: FindingInput, claims: readonly ProfileClaim[]): readonly SharedFacts[] {
  const shared = claims.map(({ ground: { profile }, pairs }): SharedFacts => {
    const isFull = finding.sharing === 'full-profile';
    const notes = isFull ? finding.notesOf?.(profile) : undefined;
    const paths = isFull ? PROFILE_PATHS : PROFILE_PATHS.filter((path) => pairs.some(({ row }) => row.path === path));
    const fields = { ...toSharedFields(profile, paths, finding.sharing), ...toSharedDenials(pairs) };
    return { fields, ...(notes !== undefined && { notes: cleanText(notes, LIMITS.aiTextCharactersMax) }) };
  });
  return [...new Map(shared.map((facts) => [JSON.stringify(facts), facts])).values()];
}

function toSharedFields(
  { known }: ProfileView,
  paths: readonly ProfilePath[],
  sharing: SharingMode,
): Record<string, SharedField> {
  const fields: Record<string, SharedField> = {};
  for (const path of paths) {
    const field = known(path);
    const shared = field && toSharedField(kindOf(path), field.value, field.complete, sharing);
    if (shared !== undefined) fields[path] = shared;
  }
  return fields;
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

type ObjectListKind = Extract<FieldKind, { readonly type: 'object-list' }>;

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

/** The denials of enforced runtime documents: one word, or the names that a precondition asks for. Never the document itself. */
function toSharedDenials(pairs: readonly ClaimPair[]): Record<string, SharedField> {
  const denials: Record<string, SharedField> = {};
  for (const [path, denied] of Map.groupBy(pairs, ({ row }) => row.path)) {
    if (!isEnforced(path)) continue;
    const isNamed = denied.every(({ row }) => row.type !== 'any' && row.type !== 'command');
    const names = new Set(denied.map(({ precondition }) => toName(`${precondition.value ?? ''}: denied`)));
    denials[path] = { value: isNamed ? [...names].toSorted() : 'denied' };
  }
  return denials;
}

function toName(text: string): string {
  // Limits the input first, because cleaning takes time for every character.
  return cleanText(text.slice(0, 4 * LIMITS.aiNameCharactersMax), LIMITS.aiNameCharactersMax);
}
