/**
 * Ids of things that are not stored, derived from their content, so that equal things have the same id in every response. UUIDv8
 * (RFC 9562): the first bits of a SHA-256.
 */
import { createHash } from 'node:crypto';

export function toContentId(parts: readonly string[]): string {
  const bytes = createHash('sha256').update(parts.join('\u001f')).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
