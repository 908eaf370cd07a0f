/** Thread entry of `parseVexDocument` and `parseRuntimeProfile`, for untrusted VEX and runtime documents. */
import { answerJobs } from '../pool/answer-jobs.ts';
import { findUnstorable, UNSTORABLE } from '../../core/naming/unstorable-text.ts';
import { RUNTIME_PROFILE_UNREADABLE } from '../../core/profile/errors.ts';
import { parseRuntimeDocument, type RuntimeDocument } from '../../core/profile/runtime/runtime-document.ts';
import { VEX_INVALID } from '../../core/vex/errors.ts';
import { parseVex } from '../../core/vex/parsing/parse-vex.ts';
import type { VexDocument } from '../../core/vex/parsing/vex-document.ts';
import type { RuntimeKind } from '../../core/vocabulary/profile.ts';
import { decodeUtf8, parseJson } from '../json/parse-json.ts';

export type ContextDocumentRequest = { readonly bytes: Uint8Array } & (
  | { readonly what: 'vex'; readonly receivedAt: string }
  | { readonly what: 'runtime'; readonly kind: RuntimeKind | undefined }
);

answerJobs(parseContextDocument);

function parseContextDocument(request: ContextDocumentRequest): VexDocument | RuntimeDocument {
  if (request.what === 'runtime') {
    const text = decodeUtf8(request.bytes);
    if (text === undefined) throw RUNTIME_PROFILE_UNREADABLE({ line: 1, column: 1, problem: 'it is not UTF-8' });
    return parseRuntimeDocument(text, request.kind);
  }
  const parsed = parseJson(request.bytes);
  // The scanner has already accepted these bytes.
  if (parsed.kind === 'unreadable') throw VEX_INVALID({ path: '', problem: parsed.problem });
  const pointer = findUnstorable(parsed.value);
  if (pointer !== undefined) throw VEX_INVALID({ path: pointer, problem: UNSTORABLE });
  return parseVex(parsed.value, { receivedAt: request.receivedAt });
}
