/**
 * Collects warnings about a VEX document by code, with the first few paths of each, so that many invalid statements are one
 * warning.
 */
import { LIMITS } from '../../limits.ts';

const TEXTS = {
  'author-missing': 'The document names no author, so its statements are shown as notes only.',
  'justification-unknown': 'The justification is not a value of the format and was ignored.',
  'no-statements': 'The document contains no statements about vulnerabilities.',
  'not-justified': 'A "not_affected" statement without a justification or impact statement is shown as a note only.',
  'range-unreadable': 'The version range cannot be parsed, so it matches no version.',
  'reference-unknown': 'The reference is neither a component with a purl nor a BOM-Link. The statement was skipped.',
  'state-missing': 'The analysis has no state and was skipped.',
  'state-unknown': 'The state is not a value of the format. The statement was skipped.',
  superseded: 'A newer statement in the same document replaces this one.',
  'target-missing': 'The statement names no product and was skipped.',
  'target-unreadable': 'The product identifier is not supported. The statement was skipped.',
  'timestamp-future': 'The time is in the future. The time of receipt is used.',
  'timestamp-invalid': 'The time cannot be parsed. The time of the document or of its receipt is used.',
  'vulnerability-missing': 'The statement has no vulnerability id and was skipped.',
} as const;

export type VexWarningCode = keyof typeof TEXTS;

export interface VexWarning {
  readonly code: VexWarningCode;
  readonly text: string;
  readonly count: number;
  /** JSON pointers of the first occurrences. */
  readonly paths: readonly string[];
}

export class VexWarnings {
  private readonly found = new Map<VexWarningCode, { count: number; readonly paths: string[] }>();

  add(code: VexWarningCode, path: string): void {
    const warning = this.found.get(code) ?? { count: 0, paths: [] };
    warning.count += 1;
    if (warning.paths.length < LIMITS.warningPathsPerCodeMax) warning.paths.push(path);
    this.found.set(code, warning);
  }

  toList(): readonly VexWarning[] {
    const sorted = [...this.found].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([code, { count, paths }]) => ({ code, text: TEXTS[code], count, paths }));
  }
}
