/**
 * What of an older version nobody sent for a newer one. Findings of an image that is missing there have not ended: nobody looked.
 * Documents of two versions are the same thing when they have the same slot.
 */

export interface SlotDocument {
  readonly id: string;
  readonly slot: string;
  readonly image: string | null;
  /** It counts in its version, and was read. */
  readonly isRead: boolean;
}

/**
 * An image that is absent was not looked at. Any other slot may only be called differently now, so that it is missing only
 * where another one has kept its name; what is named after its bytes has another name each time.
 */
export function listUnseen(base: readonly SlotDocument[], head: readonly SlotDocument[]): readonly SlotDocument[] {
  const seen = new Set(head.filter(({ isRead }) => isRead).map(({ slot }) => slot));
  if (seen.size === 0) return [];
  const hasKept = base.some(({ slot }) => seen.has(slot));
  return base.filter(
    ({ slot, image }) => !seen.has(slot) && (image !== null || (hasKept && !slot.startsWith(NAMED_AFTER_BYTES))),
  );
}

const NAMED_AFTER_BYTES = 'sha256:';

/** What a version has not sent, of all that the versions before it have. */
export interface UnseenDocument {
  readonly slot: string;
  readonly image: string | null;
  /** The last version that has sent it. */
  readonly versionId: string;
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
  const own = documents.map(({ slot, image }) => ({ slot, image, versionId, missed: 1 }));
  const sent = new Set(documents.map(({ slot }) => slot));
  const carried = unseen
    .filter(({ slot, missed }) => !sent.has(slot) && missed < VERSIONS_MISSED_MAX)
    .map((each) => ({ ...each, missed: each.missed + 1 }));
  const known = [...own, ...carried];
  const unread = new Set(head.filter(({ isRead }) => !isRead).map(({ slot }) => slot));
  const missing = new Set(listUnseen(known.map(toDocument), head).map(({ slot }) => slot));
  return known
    .filter(({ slot }) => missing.has(slot) || unread.has(slot))
    .toSorted((a, b) => (a.slot < b.slot ? -1 : Number(a.slot > b.slot)));
}

function toDocument({ slot, image }: UnseenDocument): SlotDocument {
  return { id: slot, slot, image, isRead: true };
}
