/** What of a runtime document is odd or not read, for the person who sent it; the document is used all the same. */
import { cleanText } from '../../sbom/clean-text.ts';

export interface RuntimeWarning {
  /** Words with hyphens: `unresolved-include`. */
  readonly code: string;
  readonly line: number | null;
  readonly text: string;
}

/** A line of a document that something is concluded from. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

const WARNINGS_MAX = 50;

/** The first few; a document of a thousand includes needs one answer, not a thousand. */
export function addWarning(warnings: RuntimeWarning[], code: string, { line, text }: Line): void {
  if (warnings.length < WARNINGS_MAX) warnings.push({ code, line, text });
}

const QUOTED_CHARACTERS_MAX = 200;
const SPACES = /\s+/g;

/** A piece of the document on one line, fit to be shown. */
export function quoteLine(text: string): string {
  return cleanText(text.slice(0, QUOTED_CHARACTERS_MAX).replace(SPACES, ' ').trim());
}
