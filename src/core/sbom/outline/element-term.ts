/**
 * The few words of the SPDX 3 vocabulary that matter here. Documents write them as JSON-LD terms (`software_Package`), as
 * compact or full IRIs (`spdx:Software/Package`, `https://spdx.org/rdf/3.0.1/terms/Software/Package`) or plainly
 * (`Package`): the last word decides. `ai_AIPackage` and `dataset_DatasetPackage` are other words, and stay other words.
 */
import { capture, CapturedText } from '../json/captured-text.ts';

const WORDS = ['Package', 'File', 'SpdxDocument', 'Sbom', 'Bom', 'describes', 'packageUrl'] as const;

export type ElementTerm = (typeof WORDS)[number];

const TERMS: ReadonlyMap<number, ElementTerm> = new Map(WORDS.map((term) => [capture(term).hash, term]));
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

/** The same for a value that has been read again. */
export function isTerm(value: unknown, term: ElementTerm): boolean {
  return typeof value === 'string' && findElementTerm(capture(value)) === term;
}
