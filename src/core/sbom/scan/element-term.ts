/**
 * Terms of the SPDX 3 vocabulary that Assay uses. Documents write them as JSON-LD terms (`software_Package`), as compact or full
 * IRIs (`spdx:Software/Package`, `https://spdx.org/rdf/3.0.1/terms/Software/Package`) or plainly (`Package`): the last word
 * decides.
 */
import { isLongerThanBytes } from '../../identity/identifier-text.ts';
import { capture, CapturedText, KEPT_BYTES_MAX } from '../json/captured-text.ts';

const KNOWN_TERMS = [
  'Package',
  'AIPackage',
  'DatasetPackage',
  'File',
  'SpdxDocument',
  'Sbom',
  'Bom',
  'Tool',
  'packageUrl',
  // The second is the SPDX 2 spelling, which the first SPDX 3 documents kept.
  'describes',
  'DESCRIBES',
] as const;

export type ElementTerm = (typeof KNOWN_TERMS)[number];

const TERMS: ReadonlyMap<number, ElementTerm> = new Map(KNOWN_TERMS.map((term) => [capture(term).hash, term]));
const SEPARATORS: ReadonlySet<number> = new Set(Array.from('/#:_', (character) => character.charCodeAt(0)));
const lastWord = new CapturedText();

export function findElementTerm(text: CapturedText): ElementTerm | undefined {
  if (!text.isWhole) return undefined;

  let start = text.length;
  while (start > 0 && !SEPARATORS.has(text.bytes[start - 1] ?? 0)) start -= 1;
  lastWord.clear();
  for (let i = start; i < text.length; i += 1) lastWord.addByte(text.bytes[i] ?? 0);

  const term = TERMS.get(lastWord.hash);
  return term !== undefined && term.length === lastWord.length ? term : undefined;
}

/** AI models and data sets are packages with additional members. */
const PACKAGES: ReadonlySet<string | undefined> = new Set<ElementTerm>(['Package', 'AIPackage', 'DatasetPackage']);
const COLLECTIONS: ReadonlySet<string | undefined> = new Set<ElementTerm>(['SpdxDocument', 'Sbom', 'Bom']);

export function isPackageTerm(word: string | undefined): boolean {
  return PACKAGES.has(word);
}

/** Whether an element of this type leads to the subject of a document. */
export function isCollectionTerm(word: string | undefined): boolean {
  return COLLECTIONS.has(word);
}

/** The last word of a parsed value, even if it is not a known term. Undefined if the value is not a string. */
export function termOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || isLongerThanBytes(value, KEPT_BYTES_MAX)) return undefined;
  let start = value.length;
  while (start > 0 && !SEPARATORS.has(value.charCodeAt(start - 1))) start -= 1;
  return value.slice(start);
}

export function isTerm(value: unknown, term: ElementTerm): boolean {
  return termOf(value) === term;
}
