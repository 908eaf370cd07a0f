/** Thread entry of `parseVexDocument` and `parseProfileDocumentInThread`: VEX documents and documents of profiles are untrusted. */
import { answerJobs } from '../pool/answer-jobs.ts';
import { findUnstorable, UNSTORABLE } from '../../core/naming/unstorable-text.ts';
import { PROFILE_DOCUMENT_UNREADABLE } from '../../core/profile/errors.ts';
import { isDeployment, parseProfileDocument, type ProfileDocument } from '../../core/profile/profile-document.ts';
import { VEX_INVALID } from '../../core/vex/errors.ts';
import { parseVex } from '../../core/vex/parsing/parse-vex.ts';
import type { VexDocument } from '../../core/vex/parsing/vex-document.ts';
import type { DocumentKind } from '../../core/vocabulary/profile.ts';
import { decodeUtf8, parseJson } from '../json/parse-json.ts';

export type ContextDocumentRequest = { readonly bytes: Uint8Array } & (
  | { readonly what: 'vex'; readonly receivedAt: string }
  | { readonly what: 'profile'; readonly kind: DocumentKind | undefined }
);

answerJobs(parseContextDocument);

function parseContextDocument(request: ContextDocumentRequest): VexDocument | ProfileDocument {
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
