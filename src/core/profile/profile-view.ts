/**
 * What rules can query in a security profile. A field that is unknown, or neither confirmed nor derived from a document, has no
 * value: unknown never supports a dismissal.
 */
import type { FieldBasis } from '../vocabulary/profile.ts';

export interface ProfileView {
  readonly name: string;
  readonly version: number;
  /** By path, such as `exposure.reach`; undefined: unknown, or not confirmed. */
  readonly known: (path: string) => KnownField | undefined;
  /** From the documents confirmed to be in force; undefined: none. */
  readonly runtime: RuntimeView | undefined;
  readonly observations: readonly Observation[];
}

export interface KnownField {
  readonly value: unknown;
  /** For a list: values that are not listed are absent. */
  readonly complete: boolean;
  /** `fact`: from the SBOM or the upload. */
  readonly basis: FieldBasis;
}

export type RuntimeAnswer = 'allowed' | 'denied' | 'unknown';

export interface RuntimeView {
  readonly file: (path: string, mode: 'read' | 'map' | 'exec' | 'write') => RuntimeVerdict;
  readonly syscall: (name: string) => RuntimeVerdict;
  readonly listen: (protocol: 'tcp' | 'udp', port: number) => RuntimeVerdict;
  readonly capability: (name: string) => RuntimeVerdict;
  /** Whether the service may start any other program. */
  readonly execAny: () => RuntimeVerdict;
}

export interface RuntimeVerdict {
  readonly answer: RuntimeAnswer;
  readonly evidence: readonly RuntimeEvidence[];
}

/** The line of a document that supports the verdict. */
export interface RuntimeEvidence {
  readonly document: string;
  readonly line: number | null;
  readonly text: string;
}

/** Observed behavior of an image over a period: it proves presence, never absence. */
export interface Observation {
  readonly image: string | null;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  readonly hasObserved: (path: string) => boolean;
}
