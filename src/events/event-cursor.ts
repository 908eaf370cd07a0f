/**
 * Encodes a position in the order of events as an opaque cursor. The cursor is signed for one organization: a cursor of another
 * organization, or a forged one, would silently skip events, so it is refused.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const POSITION_BYTES = 8;
const SIGNATURE_BYTES = 16;

/** The organization that the cursor belongs to, and the key that signs it. */
export interface CursorOwner {
  readonly orgId: string;
  readonly cursorKey: Buffer;
}

export function toEventCursor(owner: CursorOwner, position: number): string {
  const bytes = Buffer.alloc(POSITION_BYTES);
  bytes.writeBigUInt64BE(BigInt(position));
  return Buffer.concat([bytes, sign(owner, bytes)]).toString('base64url');
}

/** Returns undefined if the text is not a cursor of this organization. */
export function parseEventCursor(owner: CursorOwner, text: string): number | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding ignores characters that are not base64url.
  if (bytes.length !== POSITION_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== text) return undefined;
  const position = bytes.subarray(0, POSITION_BYTES);
  if (!timingSafeEqual(sign(owner, position), bytes.subarray(POSITION_BYTES))) return undefined;
  return Number(position.readBigUInt64BE());
}

function sign({ orgId, cursorKey }: CursorOwner, position: Buffer): Buffer {
  return createHmac('sha256', cursorKey).update(orgId).update(position).digest().subarray(0, SIGNATURE_BYTES);
}
