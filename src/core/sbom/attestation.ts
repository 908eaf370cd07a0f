/**
 * The statement around a document and the result of its signature check, as they are stored. The statement is untrusted: names and
 * digests are cleaned and limited, and their number is kept.
 */
import { memberIn } from '../json/members.ts';
import { LIMITS } from '../limits.ts';
import type { SignatureState } from '../vocabulary/sbom.ts';
import { cleanText } from './clean-text.ts';

/** What the statement is about, for example an image with its digest. */
export interface StatementSubject {
  readonly name: string;
  /** Hexadecimal values by algorithm. */
  readonly digest: Readonly<Record<string, string>>;
}

export interface Statement {
  readonly predicateType: string;
  /** The first ones of `subjectCount`. */
  readonly subjects: readonly StatementSubject[];
  readonly subjectCount: number;
}

export interface SignatureCheck {
  readonly state: SignatureState;
  /** Name of the key that verified the signature, or null. */
  readonly keyName: string | null;
}

export interface Attestation {
  readonly statement: Statement | null;
  readonly signature: SignatureCheck;
}

/** A document that is not wrapped is not signed. */
export function toSignature(attestation: Attestation | null): SignatureCheck {
  return attestation?.signature ?? { state: 'unsigned', keyName: null };
}

const NAME_CHARACTERS_MAX = 512;
const ALGORITHM = /^[a-zA-Z0-9_-]{1,32}$/;
const DIGEST = /^[a-zA-Z0-9+/=_:-]{1,256}$/;
const DIGESTS_MAX = 8;

export function parseSubjects(value: unknown): Pick<Statement, 'subjects' | 'subjectCount'> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return { subjects: list.slice(0, LIMITS.statementSubjectsMax).map(toSubject), subjectCount: list.length };
}

function toSubject(value: unknown): StatementSubject {
  const name = memberIn(value, 'name');
  const digest = memberIn(value, 'digest');
  const entries = typeof digest === 'object' && digest !== null ? Object.entries(digest) : [];
  return {
    name: typeof name === 'string' ? cleanText(name).slice(0, NAME_CHARACTERS_MAX) : '',
    digest: Object.fromEntries(entries.filter(isDigest).slice(0, DIGESTS_MAX)),
  };
}

function isDigest(entry: readonly [string, unknown]): entry is [string, string] {
  const [algorithm, value] = entry;
  return ALGORITHM.test(algorithm) && typeof value === 'string' && DIGEST.test(value);
}
