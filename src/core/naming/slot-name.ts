/**
 * Slot names and the family that a name implies: documents of the same image repository or of the same subject are a family.
 * Families pair documents across versions, where tags change with every release, and group similar documents within a version.
 */
import { splitImage } from './image-reference.ts';

/** The tools that wrote a document and the types of its packages, each sorted and without duplicates. */
export interface DocumentOrigin {
  readonly tools: readonly string[];
  readonly packageTypes: readonly string[];
}

/** Returns for example `application:shop [syft: npm, pypi]`; `?` stands for an unknown tool. */
export function toSubjectSlot(subject: string, { tools, packageTypes }: DocumentOrigin): string {
  const by = tools.length === 0 ? '?' : tools.join(', ');
  return packageTypes.length === 0 ? `${subject} [${by}]` : `${subject} [${by}: ${packageTypes.join(', ')}]`;
}

// Characters that are replaced in a tool name, so that the suffix of a slot can be told from its subject.
const NOT_IN_TOOL = /[^\p{L}\p{M}\p{N}._/@+ -]+/gu;
const DOTTED_VERSION = /^v?\d+\.\d/;
const LAST_VERSION = /^(?:v?\d|dev$|snapshot$|latest$)/;

/**
 * Returns the tool name without its version, so that an upgrade of the tool keeps the slot: `syft-0.98.0` and `Syft v1.0` are
 * `syft`.
 */
export function toToolName(text: string): string {
  const [named = ''] = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^tool: /, '')
    .split(/[[(]/, 1);
  const name = named.replaceAll(NOT_IN_TOOL, '-').replaceAll(/ {2,}/g, ' ');
  const words = [...name.matchAll(/[^ -]+/g)];
  const later = words.slice(1);
  const version =
    later.find(([word]) => DOTTED_VERSION.test(word)) ?? later.slice(-1).find(([word]) => LAST_VERSION.test(word));
  const kept = version === undefined ? words : words.filter(({ index }) => index < version.index);
  const [first, last] = [kept.find(hasLetter), kept.findLast(hasLetter)];
  return first === undefined || last === undefined ? '' : name.slice(first.index, last.index + last[0].length);
}

function hasLetter([word]: RegExpExecArray): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}

export interface SlotHolder {
  readonly slot: string;
  readonly image: string | null;
}

export type SlotFamily =
  | { readonly kind: 'image'; readonly name: string; readonly tag: string | undefined }
  | { readonly kind: 'subject'; readonly name: string; readonly origin: DocumentOrigin | undefined };

/** Undefined for a slot that the sender chose and for a slot named after the hash of the document. */
export function familyOf({ slot, image }: SlotHolder): SlotFamily | undefined {
  if (image !== null) {
    const { repository, tag, tagged } = splitImage(image);
    // In older slots the repository without the tag is the name.
    return slot === tagged || slot === repository ? { kind: 'image', name: repository, tag } : undefined;
  }
  const start = slot.endsWith(']') ? slot.lastIndexOf(' [') : -1;
  if (start === -1)
    return SUBJECT.test(slot) ? { kind: 'subject', name: sortQualifiers(slot), origin: undefined } : undefined;
  const [tools = '', packageTypes = ''] = slot.slice(start + 2, -1).split(': ', 2);
  const origin = { tools: tools === '?' ? [] : listOf(tools), packageTypes: listOf(packageTypes) };
  return { kind: 'subject', name: slot.slice(0, start), origin };
}

/** Whether two documents belong to the same image repository or the same subject. */
export function isSameFamily(one: SlotHolder, other: SlotHolder): boolean {
  const [a, b] = [familyOf(one), familyOf(other)];
  return a !== undefined && a.kind === b?.kind && a.name === b.name;
}

// Older slots do not name the tool: the slot is the subject alone, either a purl or a type and a name.
const SUBJECT = /^(?!sha256:)[a-z][a-z0-9_-]*:./i;

/** Sorts the qualifiers of a purl, which are unsorted in older slots. */
function sortQualifiers(subject: string): string {
  const start = subject.startsWith('pkg:') ? subject.indexOf('?') + 1 : 0;
  const end = subject.includes('#', start) ? subject.indexOf('#', start) : subject.length;
  if (start === 0) return subject;
  return `${subject.slice(0, start)}${subject.slice(start, end).split('&').toSorted().join('&')}${subject.slice(end)}`;
}

function listOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(', ');
}
