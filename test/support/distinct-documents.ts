/** Documents that differ only in their serial number: they cost no more than a copy, and are never deduplicated. */
import { randomBytes } from 'node:crypto';
import { aCycloneDx, aLargeCycloneDx } from './documents.ts';

const SERIAL_NUMBER = 'urn:uuid:00000000-0000-4000-8000-000000000000';
const DIGITS = 12;

/** Writes the number into the document in place. */
export type Numbering = (n: number) => void;

/** Returns a document of about the given size whose serial number can be changed. */
export function aNumberedDocument(bytes: number): Buffer {
  return aLargeCycloneDx(bytes, { serialNumber: SERIAL_NUMBER });
}

/** Like `aNumberedDocument`, with text that hardly compresses: its stored form has about three quarters of the size. */
export function anIncompressibleDocument(bytes: number): Buffer {
  const properties = [];
  for (let left = bytes; left > 0; left -= PROPERTY_BYTES) {
    const value = randomBytes(Math.ceil((Math.min(left, PROPERTY_BYTES) * 3) / 4)).toString('base64');
    properties.push({ name: `noise-${properties.length}`, value });
  }
  return Buffer.from(JSON.stringify(aCycloneDx({ serialNumber: SERIAL_NUMBER, properties })));
}

const PROPERTY_BYTES = 256 * 1024;

export function numberingOf(document: Buffer): Numbering {
  const start = document.indexOf(SERIAL_NUMBER) + SERIAL_NUMBER.length - DIGITS;
  if (start < DIGITS) throw new Error('The document has no serial number to change.');
  return (n) => document.write(n.toString(16).padStart(DIGITS, '0'), start, 'latin1');
}

/** Returns a copy of the document with this number. */
export function withNumber(document: Buffer, n: number): Buffer {
  const copy = Buffer.from(document);
  numberingOf(copy)(n);
  return copy;
}
