/** SBOMs with exactly one defect, and the encodings in which they arrive. */
import { aCycloneDx } from './documents.ts';

export function json(document: unknown): Buffer {
  return Buffer.from(JSON.stringify(document));
}

/** Returns a valid document as text, with raw text inserted as its first members. */
export function withMembers(members: string, document = aCycloneDx()): string {
  return `{${members},${JSON.stringify(document).slice(1)}`;
}

/** Returns a document of exactly this many bytes, padded with white space, which is stored and returned with it. */
export function ofSize(bytes: number): Buffer {
  const document = json(aCycloneDx());
  return Buffer.concat([document, Buffer.alloc(bytes - document.length, ' ')]);
}

/** The top-level object is level 1. */
export function nested(levels: number): string {
  return withMembers(`"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`);
}

export function withKeys(count: number): string {
  const members = Array.from({ length: count }, (_, n) => `"k${n}":0`);
  return withMembers(`"x":{${members.join(',')}}`);
}

/** Returns components inside components, built without recursion. */
export function nestedComponents(levels: number): string {
  const open = '{"type":"library","name":"a","components":['.repeat(levels);
  return `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${open}${']}'.repeat(levels)}]}`;
}

const BYTE_ORDER_MARKS = {
  'UTF-16LE': [0xff, 0xfe],
  'UTF-16BE': [0xfe, 0xff],
  'UTF-32LE': [0xff, 0xfe, 0, 0],
  'UTF-32BE': [0, 0, 0xfe, 0xff],
} as const;

export type WideEncoding = keyof typeof BYTE_ORDER_MARKS;
export const WIDE_ENCODINGS = Object.keys(BYTE_ORDER_MARKS) as WideEncoding[];

export function encode(text: string, encoding: WideEncoding, options: { readonly mark: boolean }): Buffer {
  const unitBytes = encoding.startsWith('UTF-32') ? 4 : 2;
  const bytes = Buffer.alloc(text.length * unitBytes);
  // ASCII only, so that every character is one code unit.
  for (let i = 0; i < text.length; i += 1) bytes[i * unitBytes] = text.charCodeAt(i);
  if (encoding === 'UTF-16BE') bytes.swap16();
  if (encoding === 'UTF-32BE') bytes.swap32();
  return options.mark ? Buffer.concat([Buffer.from(BYTE_ORDER_MARKS[encoding]), bytes]) : bytes;
}
