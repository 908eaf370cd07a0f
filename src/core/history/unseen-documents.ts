/**
 * Documents of an older version that were not uploaded for a newer one. Findings of an image that is missing there have not
 * ended, because nothing was checked. `pairSlots` says which documents of two versions are the same thing.
 */
import { pairSlots, type PairedDocument } from './pair-documents.ts';

export interface SlotDocument extends PairedDocument {
  readonly id: string;
  /** It counts in its version, and was read. */
  readonly isRead: boolean;
}

/**
 * An image that is absent was not looked at. Any other slot may only be called differently now, so that it is missing only
 * where another one has kept its name; what is named after its bytes has another name each time.
 */
export function listUnseen(base: readonly SlotDocument[], head: readonly SlotDocument[]): readonly SlotDocument[] {
  const read = head.filter(({ isRead }) => isRead);
  if (read.length === 0) return [];
  const pairs = pairSlots(base, read);
  const isSeen = ({ slot }: SlotDocument): boolean => (pairs.get(slot) ?? []).length > 0;
  const hasKept = base.some(isSeen);
  return base.filter(
    (each) => !isSeen(each) && (each.image !== null || (hasKept && !each.slot.startsWith(NAMED_AFTER_BYTES))),
  );
}

const NAMED_AFTER_BYTES = 'sha256:';

/** What a version has not sent, of all that the versions before it have. */
export interface UnseenDocument {
  readonly slot: string;
  readonly image: string | null;
  /** The last version that has sent it. */
  readonly versionId: string;
  /** Its name; undefined in what was stored before it was kept. */
  readonly versionName?: string | undefined;
  /** How many versions in a row have come without it. */
  readonly missed: number;
}

/** One version without an image may be a build that failed; what two in a row have not brought is gone with the next one. */
export const VERSIONS_MISSED_MAX = 2;

/**
 * What the version before has sent or has itself not sent, and this one has not; whatever cannot be read was not sent. Documents
 * arrive one by one, so that this holds until the next of them. In a fixed order, whatever came first.
 */
export function followUnseen(
  previous: {
    readonly versionId: string;
    readonly documents: readonly SlotDocument[];
    readonly unseen: readonly UnseenDocument[];
  },
  head: readonly SlotDocument[],
): UnseenDocument[] {
  const { versionId, documents, unseen } = previous;
  const own = documents.map(({ slot, image, versionName }) => ({ slot, image, versionId, versionName, missed: 1 }));
  const sent = pairSlots(unseen, documents);
  const carried = unseen
    .filter(({ slot, missed }) => sent.get(slot)?.length === 0 && missed < VERSIONS_MISSED_MAX)
    .map((each) => ({ ...each, missed: each.missed + 1 }));
  const known = [...own, ...carried];
  const pairs = pairSlots(known, head);
  const unread = new Set(head.filter(({ isRead }) => !isRead).map(({ slot }) => slot));
  const missing = new Set(listUnseen(known.map(toDocument), head).map(({ slot }) => slot));
  return known
    .filter(({ slot }) => missing.has(slot) || pairs.get(slot)?.some((other) => unread.has(other)) === true)
    .toSorted((a, b) => (a.slot < b.slot ? -1 : Number(a.slot > b.slot)));
}

function toDocument({ slot, image, versionName }: UnseenDocument): SlotDocument {
  return { id: slot, slot, image, versionName, isRead: true };
}
