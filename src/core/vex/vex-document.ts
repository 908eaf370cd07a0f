/** What a VEX document says, whichever format it was written in. */
import type { VexWarning } from './reading/vex-warnings.ts';
import type { VexStatement } from './vex-statement.ts';

export interface VexDocument {
  readonly format: 'cyclonedx' | 'openvex';
  /** As the document names them; empty: it names nobody, and nobody can be trusted. */
  readonly author: string;
  /** The same for all versions of a document; null: it has none. */
  readonly documentId: string | null;
  readonly version: number | null;
  /** ISO 8601, UTC; when it was received, where the document does not say. */
  readonly timestamp: string;
  readonly statements: readonly VexStatement[];
  readonly warnings: readonly VexWarning[];
}

export interface ReadVexOptions {
  /** ISO 8601, UTC, as `toISOString` writes it. Nothing in a document is newer than this. */
  readonly receivedAt: string;
}
