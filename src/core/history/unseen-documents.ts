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
