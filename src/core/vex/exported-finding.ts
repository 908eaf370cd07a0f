/** What is told of a version in a VEX document: its findings in the order in which they are told, and who tells it when. */
import type { VexStatement } from './vex-statement.ts';
import type { VexJustification, VexResponse, VexState } from './vex-words.ts';

export interface ExportedFinding {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly component: {
    readonly name: string;
    /** Empty: not known. */
    readonly version: string;
    readonly purl: string | null;
    readonly bomRef: string | null;
  };
  /** References of the images that hold the component. */
  readonly images: readonly string[];
  readonly status: 'relevant' | 'deprioritized' | 'not_relevant';
  /** Whose word made the status; null: nobody's. */
  readonly deciding: ExportedDecision | null;
  /** ISO 8601, UTC: since when it is so. */
  readonly at: string;
}

export interface ExportedDecision {
  readonly kind: 'human' | 'vex' | 'rule' | 'ai';
  /** `R09 v1` of a rule, the author of a VEX document. People are not named. */
  readonly actor: string;
  /** Null: nothing is claimed. */
  readonly state: VexState | null;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  readonly detail: string | null;
  /** Of a model's word: a person has said so too. */
  readonly confirmed?: boolean;
  /** Of `protected_at_runtime`: by what is part of the component, and not by a policy that could be switched off. */
  readonly builtIn?: boolean;
  /** Of an imported statement: its own words, which are told again where the format is the same. */
  readonly verbatim?: VexStatement['verbatim'];
}

export interface VexDocumentFacts {
  /** An IRI: the same for every version of the document. */
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
