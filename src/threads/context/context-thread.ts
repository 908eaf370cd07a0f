/** Thread entry of `parse-context.ts`: VEX documents, reachability documents and documents of profiles are untrusted. */
import { answerJobs } from '../pool/answer-jobs.ts';
import { findUnstorable, UNSTORABLE } from '../../core/naming/unstorable-text.ts';
import { PROFILE_DOCUMENT_UNREADABLE } from '../../core/profile/errors.ts';
import { isDeployment, parseProfileDocument, type ProfileDocument } from '../../core/profile/profile-document.ts';
import { REACHABILITY_INVALID } from '../../core/reachability/errors.ts';
import { parseReachability } from '../../core/reachability/parse-reachability.ts';
import type { ReachabilityDocument } from '../../core/reachability/reachability-document.ts';
import { VEX_INVALID } from '../../core/vex/errors.ts';
import { parseVex } from '../../core/vex/parsing/parse-vex.ts';
import type { VexDocument } from '../../core/vex/parsing/vex-document.ts';
import type { DocumentKind } from '../../core/vocabulary/profile.ts';
import { THREAD_OUT_OF_MEMORY } from '../errors.ts';
import { decodeUtf8, parseJson } from '../json/parse-json.ts';
import { fitsIntoThread, threadMemoryMb } from '../json/thread-memory.ts';

export type ContextDocumentRequest = { readonly bytes: Uint8Array } & (
  | { readonly what: 'vex'; readonly receivedAt: string }
  | { readonly what: 'reachability' }
  | { readonly what: 'profile'; readonly kind: DocumentKind | undefined }
);

answerJobs(parseContextDocument);

function parseContextDocument(request: ContextDocumentRequest): VexDocument | ProfileDocument | ReachabilityDocument {
  if (request.what === 'reachability') return parseReachabilityBytes(request.bytes);
  if (request.what === 'profile') {
    const text = decodeUtf8(request.bytes);
    if (text === undefined) throw PROFILE_DOCUMENT_UNREADABLE({ line: 1, column: 1, problem: 'it is not UTF-8' });
    const document = parseProfileDocument(text, request.kind);
    // A deployment document is stored as it was parsed.
    const isStorable = !isDeployment(document) || findUnstorable(document) === undefined;
    if (!isStorable) throw PROFILE_DOCUMENT_UNREADABLE({ line: 1, column: 1, problem: `a text in it ${UNSTORABLE}` });
    return document;
  }
  const parsed = parseJson(request.bytes);
  // The scanner has already accepted these bytes.
  if (parsed.kind === 'unreadable') throw VEX_INVALID({ path: '', problem: parsed.problem });
  const pointer = findUnstorable(parsed.value);
  if (pointer !== undefined) throw VEX_INVALID({ path: pointer, problem: UNSTORABLE });
  return parseVex(parsed.value, { receivedAt: request.receivedAt });
}

function parseReachabilityBytes(bytes: Uint8Array): ReachabilityDocument {
  if (!fitsIntoThread(bytes)) throw THREAD_OUT_OF_MEMORY({ memoryMb: threadMemoryMb() });
  const text = decodeUtf8(bytes);
  if (text === undefined) throw REACHABILITY_INVALID({ path: '', problem: 'is not UTF-8' });
  const document = parseReachability(text);
  // It is stored as it was parsed.
  const pointer = findUnstorable(document);
  if (pointer !== undefined) throw REACHABILITY_INVALID({ path: pointer, problem: UNSTORABLE });
  return document;
}
