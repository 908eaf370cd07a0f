/**
 * What a document says about vulnerable code in a build. A statement is about one vulnerability in one package version, or, without
 * ids, about the use of a package. Only what a tool says is a statement; what it does not mention is unknown.
 */
import type { Family } from '../vocabulary/package.ts';
import { REACHABILITY_STATES, type ReachabilityKind, type ReachabilityState } from '../vocabulary/reachability.ts';
import { compareText } from '../text/compare-text.ts';

export interface TraceFrame {
  readonly function: string | null;
  readonly package: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

/** Calls from an entry point to the vulnerable function, or places that use the package. */
export interface Trace {
  readonly frames: readonly TraceFrame[];
  /** Number of frames before the first one that are not stored. */
  readonly omitted: number;
}

/** A package as advisories name it. */
export interface NamedPackage {
  readonly family: Family;
  /** Normalized by the rules of the family. */
  readonly name: string;
  /** Null: any. */
  readonly version: string | null;
}

export interface ReachabilityStatement extends NamedPackage {
  /** Id and aliases of the analyzed record in upper case, the id first. Empty: the package is used, whatever is vulnerable in it. */
  readonly ids: readonly string[];
  readonly state: ReachabilityState;
  readonly trace: Trace;
  /** The analyzed record names the vulnerable functions (`not_called`) or packages (`not_imported`) of this package. */
  readonly isPrecise: boolean;
  /** Negative statements only: the functions or packages that the analyzed record names. */
  readonly searchedFor: readonly string[];
}

export interface ReachabilityDocument {
  readonly kind: ReachabilityKind;
  /** Name and version of the tool, as far as the document names them. */
  readonly tool: string;
  /** The same for every order of the document's own parts. */
  readonly statements: readonly ReachabilityStatement[];
}

/** Orders statements about the same code: the worst state first, and of equal ones the shortest trace. */
export function compareStatements(a: ReachabilityStatement, b: ReachabilityStatement): number {
  return (
    REACHABILITY_STATES.indexOf(a.state) - REACHABILITY_STATES.indexOf(b.state) ||
    lengthOf(a.trace) - lengthOf(b.trace) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  );
}

/** A trace without frames explains nothing. */
function lengthOf({ frames, omitted }: Trace): number {
  return frames.length === 0 ? Number.MAX_SAFE_INTEGER : frames.length + omitted;
}

export const NO_TRACE: Trace = { frames: [], omitted: 0 };
