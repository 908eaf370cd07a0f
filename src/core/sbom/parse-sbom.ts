/**
 * ENTRY. Converts a parsed document to an inventory. Decoding and `JSON.parse` run in a thread, with limits. Nothing throws here:
 * a problem inside a component is a warning, and the component is omitted, shortened or kept without an identity.
 */
import { memberIn } from '../json/members.ts';
import { parseCycloneDx } from './cyclonedx/parse-cyclonedx.ts';
import type { Inventory } from './inventory.ts';
import { parseSpdx2 } from './spdx/parse-spdx2.ts';
import { parseSpdx3 } from './spdx/parse-spdx3.ts';
import type { DetectedFormat } from './scan/inspect-sbom.ts';

export function parseSbom(value: unknown, form: DetectedFormat): Inventory {
  const document = form.wrapped ? memberIn(value, 'sbom') : value;
  return parserFor(form)(document, form.wrapped ? '/sbom' : '');
}

/** `path` is the JSON pointer of the document in the upload. */
type Parser = (document: unknown, path: string) => Inventory;

function parserFor({ format, specVersion }: DetectedFormat): Parser {
  if (format === 'cyclonedx') return parseCycloneDx;
  return specVersion.startsWith('3.') ? parseSpdx3 : parseSpdx2;
}
