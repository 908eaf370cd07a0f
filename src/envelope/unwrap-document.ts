/**
 * ENTRY. Finds the document inside an upload that wraps it: a DSSE envelope, alone or in a Sigstore bundle, with an in-toto
 * statement, or a statement alone. The predicate is the document, or holds it as text. An ordinary document is returned as it is,
 * at no cost. There are at most two layers of text, so nothing here recurses, and an envelope in an envelope is rejected.
 */
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { AssayError } from '../core/errors.ts';
import { memberIn, parseJsonText } from '../core/json/members.ts';
import { LIMITS } from '../core/limits.ts';
import { parseSubjects, type Statement } from '../core/sbom/attestation.ts';
import { ENVELOPE_INVALID, SBOM_FORMAT_AMBIGUOUS } from '../core/sbom/errors.ts';
import { hasSbom } from '../core/sbom/scan/sbom-syntax.ts';
import { createScanner } from '../core/sbom/scan/scan-document.ts';
import type { ByteRange, ScanFacts } from '../core/sbom/scan/scan-facts.ts';
import { decodeBase64 } from './decode-base64.ts';

export type ReadBytes = (range: ByteRange) => Promise<Buffer>;

export interface UnwrappedDocument {
  /** Facts about the innermost text, and the bytes of its ranges. */
  readonly facts: ScanFacts;
  readonly read: ReadBytes;
  /** Path of the innermost text in the upload. Empty if nothing was encoded. */
  readonly path: string;
  readonly statement: Statement | undefined;
  readonly envelope: Envelope | undefined;
}

export interface Envelope {
  readonly payloadType: string;
  readonly payload: Buffer;
  /** Without signatures that are not base64. */
  readonly signatures: readonly Buffer[];
}

/** Whether the document has to be decoded, which needs memory of several times its size. */
export function isEncoded(facts: ScanFacts): boolean {
  return isEnvelope(facts) || isPredicateText(facts);
}

type Text = Pick<UnwrappedDocument, 'facts' | 'read' | 'path'>;

export async function unwrapDocument(facts: ScanFacts, read: ReadBytes): Promise<UnwrappedDocument> {
  const body: Text = { facts, read, path: '' };
  const opened = isEnvelope(facts) ? await openEnvelope(body) : { text: body, envelope: undefined };
  const statement = await readStatement(opened.text);
  const text = isPredicateText(opened.text.facts) ? await openPredicate(opened.text) : opened.text;
  return { ...text, statement, envelope: opened.envelope };
}

/** A member named `payload` alone means nothing. */
function isEnvelope({ wrapper }: ScanFacts): boolean {
  return wrapper.payloadType !== undefined || (wrapper.payloads.length > 0 && wrapper.signatures !== undefined);
}

function isPredicateText(facts: ScanFacts): boolean {
  const { predicateText, predicateType } = facts.wrapper;
  return predicateText !== undefined && predicateType !== undefined && !hasSbom(facts);
}

/** An SBOM in an envelope of its own, without a statement, is accepted. */
const PAYLOAD_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.in-toto+json',
  'application/vnd.cyclonedx+json',
  'application/spdx+json',
  'application/json',
]);

async function openEnvelope(body: Text): Promise<{ readonly text: Text; readonly envelope: Envelope }> {
  const { payloads, payloadType, signatures } = body.facts.wrapper;
  const [payload, second] = payloads;
  if (hasSbom(body.facts)) throw SBOM_FORMAT_AMBIGUOUS({ found: 'an SBOM and a signed payload' });
  requireSize(body.facts);
  if (payload === undefined) throw ENVELOPE_INVALID({ path: '/payload', problem: 'must be a string in base64' });
  const { path } = payload;
  if (second !== undefined) throw ENVELOPE_INVALID({ path: second.path, problem: 'is a second payload' });
  if (payloadType === undefined || !PAYLOAD_TYPES.has(payloadType)) {
    const typePath = path.replace('payload', 'payloadType');
    throw ENVELOPE_INVALID({ path: typePath, problem: 'must be "application/vnd.in-toto+json"' });
  }
  const bytes = decodeBase64(parseText(await body.read(payload)));
  if (bytes === undefined) throw ENVELOPE_INVALID({ path, problem: 'is not base64' });
  const text = await scanText(bytes, path);
  if (isEnvelope(text.facts)) throw ENVELOPE_INVALID({ path, problem: 'holds another envelope' });
  const list = signatures === undefined ? [] : await readSmallJson(body, signatures, '/signatures');
  return { text, envelope: { payloadType, payload: bytes, signatures: toSignatures(list) } };
}

async function openPredicate({ facts, read, path: around }: Text): Promise<Text> {
  const { predicateText } = facts.wrapper;
  if (predicateText === undefined) throw new Error('The predicate is not a text.');
  requireSize(facts);
  return await scanText(Buffer.from(parseText(await read(predicateText))), `${around}${predicateText.path}`);
}

function requireSize({ bytes }: ScanFacts): void {
  if (bytes <= LIMITS.envelopeBytesMax) return;
  throw ENVELOPE_INVALID({ path: '', problem: `is longer than ${LIMITS.envelopeBytesMax} bytes` });
}

async function readStatement(text: Text): Promise<Statement | undefined> {
  const { predicateType, subjects } = text.facts.wrapper;
  if (predicateType === undefined) return undefined;
  const list = subjects === undefined ? [] : await readSmallJson(text, subjects, `${text.path}/subject`);
  return { predicateType, ...parseSubjects(list) };
}

const SMALL_BYTES_MAX = 1024 * 1024;

async function readSmallJson({ read }: Text, range: ByteRange, path: string): Promise<unknown> {
  if (range.end - range.start > SMALL_BYTES_MAX) {
    throw ENVELOPE_INVALID({ path, problem: `is longer than ${SMALL_BYTES_MAX} bytes` });
  }
  return parseJsonText((await read(range)).toString('utf8'));
}

/** The scanner has already accepted this JSON string. */
function parseText(literal: Buffer): string {
  return String(parseJsonText(literal.toString('utf8')));
}

function toSignatures(list: unknown): readonly Buffer[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list.slice(0, LIMITS.envelopeSignaturesMax) : [];
  return entries.flatMap((entry) => {
    const text = memberIn(entry, 'sig');
    return typeof text === 'string' ? (decodeBase64(text) ?? []) : [];
  });
}

const PIECE_BYTES = 256 * 1024;

async function scanText(bytes: Buffer, path: string): Promise<Text> {
  const scanner = createScanner();
  try {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      // Other requests are served between two pieces.
      if (start > 0) await nextTurnOfLoop();
      scanner.push(bytes.subarray(start, start + PIECE_BYTES));
    }
    const read = async ({ start, end }: ByteRange): Promise<Buffer> =>
      await Promise.resolve(bytes.subarray(start, end));
    return { facts: scanner.end(), read, path };
  } catch (error) {
    throw error instanceof AssayError ? insideText(error, path) : error;
  }
}

/** Lines, columns and paths of the error are those of the decoded text. */
function insideText({ code, message, details }: AssayError, path: string): AssayError {
  return new AssayError(code, `In the decoded ${path}: ${message}`, {
    details: details.map((detail) => ({ ...detail, path: `${path}${detail.path}` })),
  });
}
