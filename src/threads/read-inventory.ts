/** The work of the parse thread: bytes to a value with the limits of a thread, the value to an inventory in the core. */
import type { Inventory } from '../core/sbom/inventory.ts';
import { parseSbom, type SbomForm } from '../core/sbom/parse-sbom.ts';
import { SBOM_UNREADABLE } from './errors.ts';
import { parseJson } from './parse-json.ts';

export interface InventoryRequest extends SbomForm {
  readonly bytes: Uint8Array;
}

export function readInventory({ bytes, ...form }: InventoryRequest): Inventory {
  const parsed = parseJson(bytes);
  // The scanner has accepted the same bytes before.
  if (parsed.kind === 'unreadable') throw SBOM_UNREADABLE({ problem: parsed.problem });
  return parseSbom(parsed.value, form);
}
