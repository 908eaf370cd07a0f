/**
 * The data of a finding that may be sent: its advisory, which is public, and, as far as the sharing mode allows, its component
 * and the security profile. Only the data listed here is sent.
 */
import { LIMITS } from '../../core/limits.ts';
import { kindOf, PROFILE_PATHS, type FieldKind } from '../../core/profile/profile-fields.ts';
import type { ProfileView } from '../../core/profile/profile-view.ts';
import { cleanText } from '../../core/relevance/assessments/text/clean-text.ts';
import type { SharingMode } from '../../core/vocabulary/ai.ts';
import type { AdvisoryText, Precondition, AdvisoryAssessment } from '../../core/relevance/assessments/assessment.ts';
import type { Subject } from '../../core/relevance/subject/subject.ts';
import { compareText } from '../../core/text/compare-text.ts';
import type { Contradiction } from '../../core/relevance/assessments/contradictions/contradiction.ts';
import {
  syscallDenied,
  capabilityDenied,
  deviceDenied,
  fileLoadDenied,
  processExecDenied,
} from '../../core/relevance/assessments/contradictions/enforced-denials.ts';

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

/** Texts and structured fields. They are public and contain no customer data. */
export function toSharedAdvisory({ subject, texts }: Pick<FindingInput, 'subject' | 'texts'>): object {
  const { severity, cvss, cwes } = subject.vulnerability;
  return {
    texts: toSharedTexts(texts),
    severity,
    cvss: cvss.slice(0, LIMITS.aiListEntriesMax).map(({ vector }) => toName(vector)),
    cwes: cwes.slice(0, LIMITS.aiListEntriesMax).map(toName),
    platforms: subject.match.platforms.slice(0, LIMITS.aiListEntriesMax),
  };
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
  return preconditions.map(({ type, value, quote, necessary }, index) => ({
    index,
    type,
    value: value === null ? null : toName(value),
    quote: cleanText(quote, LIMITS.aiQuoteCharactersMax),
    necessary,
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

export interface SharedProfile {
  readonly fields: Readonly<Record<string, SharedField>>;
  readonly notes?: string;
}

/**
 * Fields that are confirmed or a fact of an SBOM, and of these only choices and lists. Names, people, images, ports and documents
 * have other kinds or are removed here; notes are sent only in the mode that shares everything.
 */
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

/**
 * The denials of enforced runtime documents that a precondition refers to: one word, or the requested names. The documents
 * themselves are not sent. The paths are those of the contradiction table.
 */
export function toSharedEnforcement(
  { component, places, appliesTo = () => true }: Subject,
  profile: ProfileView,
  { preconditions }: AdvisoryAssessment,
): Readonly<Record<string, SharedField>> {
  const applicable = places.filter((place) => appliesTo(profile, place));
  const isDenied = ({ find }: Contradiction, value: string | null): boolean =>
    applicable.length > 0 && applicable.every((place) => find(value, { component, place, profile }) !== undefined);
  const fields: Record<string, SharedField> = {};
  for (const row of [processExecDenied, fileLoadDenied])
    if (isDenied(row, null)) fields[row.path] = { value: 'denied' };
  for (const row of [syscallDenied, capabilityDenied, deviceDenied]) {
    const asked = preconditions.flatMap(({ type, value }) => (type === row.type && value !== null ? value : []));
    const denied = [...new Set(asked)].filter((value) => isDenied(row, value));
    if (denied.length > 0) fields[row.path] = { value: denied.map((name) => toName(`${name}: denied`)) };
  }
  return fields;
}

function toName(text: string): string {
  // Limits the input first, because cleaning takes time for every character.
  return cleanText(text.slice(0, 4 * LIMITS.aiNameCharactersMax), LIMITS.aiNameCharactersMax);
}
