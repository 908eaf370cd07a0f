/** Runs the scanner over bytes split into chunks, and returns its result in a comparable form: the facts or the error. */
import { readFileSync } from 'node:fs';
import { AssayError } from '../../src/core/errors.ts';
import { createScanner } from '../../src/core/sbom/scan/scan-document.ts';
import type { ScanFacts } from '../../src/core/sbom/scan/scan-facts.ts';
import type { ScanLimits } from '../../src/core/sbom/json/json-errors.ts';

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: AssayError['details'];
}

export interface ScanOptions {
  readonly limits?: Partial<ScanLimits>;
  /** Offsets at which a new chunk starts, in any order. */
  readonly cuts?: readonly number[];
}

/** Encodes text as UTF-8; bytes are returned unchanged. */
export function toBytes(document: string | Uint8Array): Uint8Array {
  return typeof document === 'string' ? new TextEncoder().encode(document) : document;
}

export function scan(document: string | Uint8Array, { limits = {}, cuts = [] }: ScanOptions = {}): ScanFacts {
  const bytes = toBytes(document);
  const scanner = createScanner(limits);
  let from = 0;
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    const to = Math.min(cut, bytes.length);
    scanner.push(bytes.subarray(from, to));
    from = to;
  }
  return scanner.end();
}

/** Returns the error of `act`, or `undefined` when it succeeds. */
export function refusalOf(act: () => unknown): Refusal | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const { code, message, details } = error;
    return { code, message, details };
  }
}

/** Reads a list of cases: one document per line, `#` starts a comment. */
export function readByteLines(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** `%XX` is the byte XX; every other character stands for itself. */
export function bytesOfLine(line: string): Uint8Array {
  const bytes: number[] = [];
  for (let i = 0; i < line.length; i += 1) {
    if (line[i] === '%') {
      bytes.push(Number.parseInt(line.slice(i + 1, i + 3), 16));
      i += 2;
    } else {
      bytes.push(line.charCodeAt(i));
    }
  }
  return Uint8Array.from(bytes);
}
