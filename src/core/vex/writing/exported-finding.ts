/** Input for the export of a version as VEX: its findings in output order, and the facts about the document itself. */
import type { VexStatement } from '../vex-statement.ts';
import type { OpinionKind, Relevance } from '../../vocabulary/relevance.ts';
import type { VexJustification, VexResponse, VexState } from '../../vocabulary/vex.ts';

export interface ExportedFinding {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly component: {
    readonly name: string;
    /** Empty: unknown. */
    readonly version: string;
    readonly purl: string | null;
    readonly bomRef: string | null;
  };
  /** References of the images that contain the component. */
  readonly images: readonly string[];
  readonly status: Relevance;
  /** The decision that set the status; null: none. */
  readonly deciding: ExportedDecision | null;
  /** ISO 8601, UTC: start of the current status. */
  readonly at: string;
}

export interface ExportedDecision {
  readonly kind: OpinionKind;
  /** `R09 v1` for a rule, the author for a VEX document. Users are not named. */
  readonly actor: string;
  /** Null: no claim. */
  readonly state: VexState | null;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  readonly detail: string | null;
  /** For an AI assessment: confirmed by a user. */
  readonly confirmed?: boolean;
  /** For `protected_at_runtime`: the protection is built into the component, so that it cannot be switched off like a policy. */
  readonly builtIn?: boolean;
  /** For an imported statement: the original wording, used again when exported in the same format. */
  readonly verbatim?: VexStatement['verbatim'];
}

export interface VexDocumentFacts {
  /** An IRI that is the same for every version of the document. */
  readonly id: string;
  readonly author: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly version: number;
  /** `urn:uuid:…` of a CycloneDX document. */
  readonly serialNumber: string;
  readonly service: { readonly name: string; readonly version: string };
  readonly tool: { readonly name: string; readonly version: string };
}
