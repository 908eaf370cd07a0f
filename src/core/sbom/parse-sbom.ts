/**
 * ENTRY. A parsed document becomes an inventory. Decoding and `JSON.parse` happen in a thread, with limits; here nothing throws:
 * what is wrong inside of a component is a warning, and the component is left out, shortened or kept without an identity.
 */
import { readCycloneDx } from './cyclonedx.ts';
import { member } from './foreign-value.ts';
import type { Inventory } from './inventory.ts';
import { readSpdx2 } from './spdx2.ts';
import { readSpdx3 } from './spdx3.ts';

/** As `inspectSbom` has found it. */
export interface SbomForm {
  readonly format: 'cyclonedx' | 'spdx';
  readonly specVersion: string;
  /** The document is the member `sbom` of the value, as GitHub exports it. */
  readonly wrapped: boolean;
}

export function parseSbom(value: unknown, form: SbomForm): Inventory {
  const document = form.wrapped ? member(value, 'sbom') : value;
  return readerFor(form)(document, form.wrapped ? '/sbom' : '');
}

/** `path` is the JSON pointer of the document in what was sent. */
type Reader = (document: unknown, path: string) => Inventory;

function readerFor({ format, specVersion }: SbomForm): Reader {
  if (format === 'cyclonedx') return readCycloneDx;
  return specVersion.startsWith('3.') ? readSpdx3 : readSpdx2;
}
