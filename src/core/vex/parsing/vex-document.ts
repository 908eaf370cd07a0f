/** Content of a VEX document, independent of its format. */
import type { VexWarning } from './vex-warnings.ts';
import type { VexStatement } from '../vex-statement.ts';
import type { VexFormat } from '../../vocabulary/vex.ts';

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
