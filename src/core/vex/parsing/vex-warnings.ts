/**
 * Collects warnings about a VEX document by code, with the first few paths of each, so that many invalid statements are one
 * warning.
 */
import { LIMITS } from '../../limits.ts';

const TEXTS = {
  'author-missing': 'The document names no author, so its statements only annotate.',
  'justification-unknown': 'The justification is none of the format and was left out.',
  'no-statements': 'The document says nothing about any vulnerability.',
  'not-justified': 'A statement "not_affected" without justification and impact statement only annotates.',
  'range-unreadable': 'The range of versions cannot be read, so it matches nothing.',
  'reference-unknown':
    'The reference leads to nothing that has a purl, and is no BOM-Link; the statement was left out.',
  'state-missing': 'The analysis has no state and was left out.',
  'state-unknown': 'The state is none of the format; the statement was left out.',
  superseded: 'A newer statement of the document says something else about the same.',
  'target-missing': 'The statement names nothing that it is about and was left out.',
  'target-unreadable': 'The statement names what it is about in a way that is not read, and was left out.',
  'timestamp-future': 'The time lies in the future; the time of receipt counts.',
  'timestamp-invalid': 'The time cannot be read; that of the document, or of its receipt, counts.',
  'vulnerability-missing': 'The statement names no vulnerability by an id and was left out.',
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
