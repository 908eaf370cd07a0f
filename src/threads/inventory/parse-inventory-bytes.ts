/**
 * The work of the parse thread: parses the bytes within the limits of a thread, and lets the core build the inventory. The core
 * does not see whether the document was parsed as a whole or is parsed during iteration.
 */
import { LIMITS } from '../../core/limits.ts';
import type { Inventory } from '../../core/sbom/inventory.ts';
import { parseSbom, type DetectedFormat } from '../../core/sbom/parse-sbom.ts';
import { SBOM_UNREADABLE } from '../errors.ts';
import { parseJson } from '../json/parse-json.ts';
import { parseLargeJson } from '../json/parse-large-json.ts';

export interface InventoryRequest extends DetectedFormat {
  readonly bytes: Uint8Array;
  /** Tests use a small value. */
  readonly wholeParseBytesMax?: number;
}

/** Releases the bytes, because later steps of the inventory may wait for minutes. */
export function parseInventoryBytes({
  bytes,
  wholeParseBytesMax = LIMITS.wholeParseBytesMax,
  ...form
}: InventoryRequest): Inventory {
  const isLarge = bytes.byteLength > wholeParseBytesMax;
  const inventory = parseSbom(isLarge ? parseLargeJson(bytes, form) : parseWhole(bytes), form);
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
  return inventory;
}

function parseWhole(bytes: Uint8Array): unknown {
  const parsed = parseJson(bytes);
  // The scanner has already accepted these bytes.
  if (parsed.kind === 'unreadable') throw SBOM_UNREADABLE({ problem: parsed.problem });
  return parsed.value;
}
