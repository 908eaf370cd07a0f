/**
 * The work of the parse thread: bytes to a value with the limits of a thread, the value to an inventory in the core. The core
 * does not notice whether the document was parsed as a whole or is parsed while it is read.
 */
import { LIMITS } from '../core/limits.ts';
import type { Inventory } from '../core/sbom/inventory.ts';
import { parseSbom, type SbomForm } from '../core/sbom/parse-sbom.ts';
import { SBOM_UNREADABLE } from './errors.ts';
import { parseJson } from './parse-json.ts';
import { parseLargeJson } from './parse-large-json.ts';

export interface InventoryRequest extends SbomForm {
  readonly bytes: Uint8Array;
  /** Tests make it small. */
  readonly wholeParseBytesMax?: number;
}

/** Frees the bytes: what is made of the inventory afterwards may wait for others, for minutes. */
export function readInventory({
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
  // The scanner has accepted the same bytes before.
  if (parsed.kind === 'unreadable') throw SBOM_UNREADABLE({ problem: parsed.problem });
  return parsed.value;
}
