/**
 * What rules may ask of a security profile. A field that is unknown, or that nobody has confirmed and no document shows, has no
 * answer: unknown never supports a dismissal.
 */

export interface ProfileView {
  readonly name: string;
  readonly version: number;
  /** By its path, `exposure.reach`; undefined: unknown, or not confirmed. */
  readonly known: (path: string) => KnownField | undefined;
  /** Of the documents that somebody confirmed to be in force; undefined: there is none. */
  readonly runtime: RuntimeView | undefined;
  readonly observations: readonly Observation[];
}

export interface KnownField {
  readonly value: unknown;
  /** Of a list: what is not in it is not there. */
  readonly complete: boolean;
  /** `fact`: of the SBOM or the upload. */
  readonly basis: 'fact' | 'confirmed';
}

export type RuntimeAnswer = 'allowed' | 'denied' | 'unknown';

export interface RuntimeView {
  readonly file: (path: string, mode: 'read' | 'map' | 'exec' | 'write') => RuntimeVerdict;
  readonly syscall: (name: string) => RuntimeVerdict;
  readonly listen: (protocol: 'tcp' | 'udp', port: number) => RuntimeVerdict;
  readonly capability: (name: string) => RuntimeVerdict;
  /** Whether the service may start any other program at all. */
  readonly execAny: () => RuntimeVerdict;
}

export interface RuntimeVerdict {
  readonly answer: RuntimeAnswer;
  readonly evidence: readonly RuntimeEvidence[];
}

/** The line of a document that says so. */
export interface RuntimeEvidence {
  readonly document: string;
  readonly line: number | null;
  readonly text: string;
}

/** What was seen of an image over a time: it proves what is there, never what is not. */
export interface Observation {
  readonly image: string | null;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  readonly saw: (path: string) => boolean;
}
