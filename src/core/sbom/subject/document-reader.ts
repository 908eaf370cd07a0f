/**
 * Reads small parts of a document again, at the ranges that the scanner recorded. The result is untrusted: members are read by
 * name and checked, never merged into our own objects, and anything unexpected is `undefined`.
 */
import { memberIn, parseJsonText } from '../../json/members.ts';
import type { ByteRange, PackageIndex } from '../scan/scan-facts.ts';

/** Returns the text of a range, or `undefined` if it is not available. */
export type ReadText = (range: ByteRange) => Promise<string | undefined>;

/** A subject is small; anything larger is not worth the memory. */
const RANGE_BYTES_MAX = 1024 * 1024;

// Hashes of ids may collide, but rarely do.
const CANDIDATES_MAX = 8;

export async function readJson(readText: ReadText, range: ByteRange): Promise<unknown> {
  if (range.end - range.start > RANGE_BYTES_MAX) return undefined;
  const text = await readText(range);
  return text === undefined ? undefined : parseJsonText(text);
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

/** The subject of an SBOM, as far as the document states it. */
export interface SbomSubject {
  readonly purl?: string;
  readonly type?: string;
  readonly group?: string;
  readonly name?: string;
}

/** Builds a subject from the values that are strings; `undefined` if there are none. */
export function toSubject(values: { readonly [Field in keyof SbomSubject]: unknown }): SbomSubject | undefined {
  const { purl, type, group, name } = values;
  if (typeof purl !== 'string' && typeof name !== 'string') return undefined;
  return {
    ...(typeof purl === 'string' && { purl }),
    ...(typeof type === 'string' && { type }),
    ...(typeof group === 'string' && { group }),
    ...(typeof name === 'string' && { name }),
  };
}

/** The subject is a package of SPDX, which has at least the type `package`; undefined if the package has several purls. */
export function toPackageSubject(
  found: unknown,
  purls: ReadonlySet<string>,
  purposeMember: string,
): SbomSubject | undefined {
  if (purls.size > 1) return undefined;
  const type = memberIn(found, purposeMember) ?? 'package';
  return toSubject({ purl: [...purls][0], type, name: memberIn(found, 'name') });
}
