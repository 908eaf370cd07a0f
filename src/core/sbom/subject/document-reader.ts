/**
 * Reads small parts of a document again, at the ranges that the scanner recorded. The result is untrusted: members are read by
 * name and checked, never merged into our own objects, and anything unexpected is `undefined`.
 */
import { memberIn } from '../../json/members.ts';
import type { ByteRange } from '../scan/byte-range.ts';
import type { PackageIndex } from '../scan/package-index.ts';

/** Returns the text of a range, or `undefined` if it is not available. */
export type ReadText = (range: ByteRange) => Promise<string | undefined>;

/** A subject is small; anything larger is not worth the memory. */
const RANGE_BYTES_MAX = 1024 * 1024;

// Hashes of ids may collide, but rarely do.
const CANDIDATES_MAX = 8;

export async function readJson(readText: ReadText, range: ByteRange): Promise<unknown> {
  if (range.end - range.start > RANGE_BYTES_MAX) return undefined;
  const text = await readText(range);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The package with this id; `undefined` if there is none, or more than one. */
export async function findPackage(
  readText: ReadText,
  index: PackageIndex,
  id: string,
  idMembers: readonly string[],
): Promise<unknown> {
  const ranges = index.find(id, CANDIDATES_MAX + 1);
  if (ranges.length > CANDIDATES_MAX) return undefined;

  const found: unknown[] = [];
  for (const range of ranges) {
    const candidate = await readJson(readText, range);
    if (candidate === undefined) return undefined;
    if (idMembers.some((name) => memberIn(candidate, name) === id)) found.push(candidate);
  }
  return found.length === 1 ? found[0] : undefined;
}
