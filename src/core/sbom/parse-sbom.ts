/**
 * ENTRY. Converts a parsed document to an inventory. Decoding and `JSON.parse` run in a thread, with limits. Nothing throws here:
 * a problem inside a component is a warning, and the component is omitted, shortened or kept without an identity.
 */
import { readCycloneDx } from './cyclonedx.ts';
import { member } from './foreign-value.ts';
import type { Inventory } from './inventory.ts';
import { readSpdx2 } from './spdx2.ts';
import { readSpdx3 } from './spdx3.ts';

/** As detected by `inspectSbom`. */
export interface SbomForm {
  readonly format: 'cyclonedx' | 'spdx';
  readonly specVersion: string;
  /** The document is the member `sbom` of the value, as in GitHub exports. */
  readonly wrapped: boolean;
}

export function parseSbom(value: unknown, form: SbomForm): Inventory {
  const document = form.wrapped ? member(value, 'sbom') : value;
  return readerFor(form)(document, form.wrapped ? '/sbom' : '');
}

/** `path` is the JSON pointer of the document in the upload. */
type Reader = (document: unknown, path: string) => Inventory;

function readerFor({ format, specVersion }: SbomForm): Reader {
  if (format === 'cyclonedx') return readCycloneDx;
  return specVersion.startsWith('3.') ? readSpdx3 : readSpdx2;
}
