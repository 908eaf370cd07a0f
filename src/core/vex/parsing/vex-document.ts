/** Content of a VEX document, independent of its format, and the parts that collect it while it is parsed. */
import type { VexStatement } from '../vex-statement.ts';
import type { VexFormat } from '../../vocabulary/vex.ts';
import { LIMITS } from '../../limits.ts';
import { VEX_TOO_LARGE } from '../errors.ts';

export interface VexDocument {
  readonly format: VexFormat;
  /** As given in the document; empty: no author is named, so the document cannot be trusted. */
  readonly author: string;
  /** The same for all versions of a document; null: none. */
  readonly documentId: string | null;
  readonly version: number | null;
  /** ISO 8601, UTC; the time of receipt if the document gives none. */
  readonly timestamp: string;
  readonly statements: readonly VexStatement[];
  readonly warnings: readonly VexWarning[];
}

export interface ParseVexOptions {
  /** ISO 8601, UTC, in the form of `toISOString`. No time in a document is later than this. */
  readonly receivedAt: string;
}

/** A document while it is parsed. */
export interface VexDraft extends Pick<VexDocument, 'author' | 'timestamp'>, ParseVexOptions {
  readonly statements: StatementList;
  readonly warnings: VexWarnings;
}

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

type VexWarningCode = keyof typeof TEXTS;

interface VexWarning {
  readonly code: VexWarningCode;
  readonly text: string;
  readonly count: number;
  /** JSON pointers of the first occurrences. */
  readonly paths: readonly string[];
}

/** Collects warnings by code, with the first few paths of each, so that many invalid statements are one warning. */
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

/** Few texts may expand to many statements, so the limit is checked for each. */
export class StatementList {
  private readonly statements: VexStatement[] = [];

  add(statement: VexStatement): void {
    if (this.statements.length === LIMITS.vexStatementsMax) throw VEX_TOO_LARGE({ max: LIMITS.vexStatementsMax });
    this.statements.push(statement);
  }

  toList(): readonly VexStatement[] {
    return this.statements;
  }
}
