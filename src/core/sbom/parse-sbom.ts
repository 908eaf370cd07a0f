/**
 * ENTRY. A parsed document becomes an inventory. Decoding and `JSON.parse` happen in a thread, with limits; here nothing throws:
 * what is wrong inside of a component is a warning, and the component is left out, shortened or kept without an identity.
 */
import { readCycloneDx } from './cyclonedx.ts';
import { member } from './foreign-value.ts';
import type { Inventory } from './inventory.ts';
import { InventoryDraft } from './reading/inventory-draft.ts';
import { readSpdx2 } from './spdx2.ts';

/** As `inspectSbom` has found it. */
export interface SbomForm {
  readonly format: 'cyclonedx' | 'spdx';
  readonly specVersion: string;
  /** The document is the member `sbom` of the value, as GitHub exports it. */
  readonly wrapped: boolean;
}

export function parseSbom(value: unknown, { format, specVersion, wrapped }: SbomForm): Inventory {
  const document = wrapped ? member(value, 'sbom') : value;
  const path = wrapped ? '/sbom' : '';
  const reader = READERS.find((each) => each.format === format && specVersion.startsWith(each.major));
  return reader === undefined ? leaveUnread(path) : reader.read(document, path);
}

interface Reader {
  readonly format: SbomForm['format'];
  /** How the versions begin that it reads. */
  readonly major: string;
  readonly read: (document: unknown, path: string) => Inventory;
}

const READERS: readonly Reader[] = [
  { format: 'cyclonedx', major: '1.', read: readCycloneDx },
  { format: 'spdx', major: '2.', read: readSpdx2 },
];

/** Without components and with a warning, so that nobody counts what was not read as clean. */
function leaveUnread(path: string): Inventory {
  const draft = new InventoryDraft();
  draft.warnings.add('FORMAT_NOT_READ', path);
  return draft.toInventory(undefined);
}
