/**
 * Finds documents of an older version that were not uploaded for a newer one. Findings of a missing image are not resolved,
 * because nothing was checked. `pairSlots` decides which documents of two versions are the same.
 */
import { pairSlots, type PairedDocument } from './pair-documents.ts';
import { compareText } from '../text/compare-text.ts';

export interface SlotDocument extends PairedDocument {
  readonly id: string;
  /** The document counts in its version and was parsed. */
  readonly isRead: boolean;
}

/**
 * A missing image was not checked. Any other slot may have been renamed, so it counts as missing only when another slot has kept
 * its name. Slots named after a hash change each time and never count.
 */
export function listMissingDocuments(
  base: readonly SlotDocument[],
  head: readonly SlotDocument[],
): readonly SlotDocument[] {
  const read = head.filter(({ isRead }) => isRead);
  if (read.length === 0) return [];
  const pairs = pairSlots(base, read);
  const isSeen = ({ slot }: SlotDocument): boolean => (pairs.get(slot) ?? []).length > 0;
  const hasKept = base.some(isSeen);
  return base.filter(
    (each) => !isSeen(each) && (each.image !== null || (hasKept && !each.slot.startsWith(CONTENT_SLOT_PREFIX))),
  );
}

const CONTENT_SLOT_PREFIX = 'sha256:';

/** A document that earlier versions had and this version did not upload. */
export interface MissingDocument {
  readonly slot: string;
  readonly image: string | null;
  /** The last version that uploaded it. */
  readonly versionId: string;
  /** Name of that version; undefined in older rows, which did not store it. */
  readonly versionName?: string | undefined;
  /** Number of consecutive versions without it. */
  readonly missed: number;
}

/** One version without an image may be a failed build; after two in a row, the next version counts it as removed. */
export const VERSIONS_MISSED_MAX = 2;

/**
 * Returns the documents that the previous version uploaded, or was itself missing, and this version lacks; an unreadable document
 * counts as missing. Documents arrive one by one, so the result is valid until the next upload. Sorted by slot.
 */
export function trackMissingDocuments(
  previous: {
    readonly versionId: string;
    readonly documents: readonly SlotDocument[];
    readonly unseen: readonly MissingDocument[];
  },
  head: readonly SlotDocument[],
): MissingDocument[] {
  const { versionId, documents, unseen } = previous;
  const own = documents.map(({ slot, image, versionName }) => ({ slot, image, versionId, versionName, missed: 1 }));
  const sent = pairSlots(unseen, documents);
  const carried = unseen
    .filter(({ slot, missed }) => sent.get(slot)?.length === 0 && missed < VERSIONS_MISSED_MAX)
    .map((each) => ({ ...each, missed: each.missed + 1 }));
  const known = [...own, ...carried];
  const pairs = pairSlots(known, head);
  const unread = new Set(head.filter(({ isRead }) => !isRead).map(({ slot }) => slot));
  const missing = new Set(listMissingDocuments(known.map(toDocument), head).map(({ slot }) => slot));
  return known
    .filter(({ slot }) => missing.has(slot) || pairs.get(slot)?.some((other) => unread.has(other)) === true)
    .toSorted((a, b) => compareText(a.slot, b.slot));
}

function toDocument({ slot, image, versionName }: MissingDocument): SlotDocument {
  return { id: slot, slot, image, versionName, isRead: true };
}
