/**
 * ENTRY. Converts a parsed document to an inventory. Decoding and `JSON.parse` run in a thread, with limits. Nothing throws here:
 * a problem inside a component is a warning, and the component is omitted, shortened or kept without an identity.
 */
import { memberIn, parseJsonText } from '../json/members.ts';
import { parseCycloneDx } from './cyclonedx/parse-cyclonedx.ts';
import type { Inventory } from './inventory.ts';
import { parseSpdx2 } from './spdx/parse-spdx2.ts';
import { parseSpdx3 } from './spdx/parse-spdx3.ts';
import type { DetectedFormat } from './scan/inspect-sbom.ts';

export function parseSbom(value: unknown, form: DetectedFormat): Inventory {
  return parserFor(form)(findDocument(value, form.path), form.path);
}

/** Takes the value in which the document is; for a signed document this is the decoded payload of the envelope. */
export function findDocument(value: unknown, path: string): unknown {
  let document = value;
  for (const name of toInnerPath(path).split('/').slice(1)) {
    const member = memberIn(document, name);
    document = typeof member === 'string' ? parseJsonText(member) : member;
  }
  return document;
}

/** The part of a path inside the payload of an envelope, or the whole path if there is none. */
export function toInnerPath(path: string): string {
  return path.replace(PAYLOAD, '');
}

const PAYLOAD = /^(?:\/dsseEnvelope)?\/payload/;

/** `path` is the JSON pointer of the document in the upload. */
type Parser = (document: unknown, path: string) => Inventory;

function parserFor({ format, specVersion }: DetectedFormat): Parser {
  if (format === 'cyclonedx') return parseCycloneDx;
  return specVersion.startsWith('3.') ? parseSpdx3 : parseSpdx2;
}
