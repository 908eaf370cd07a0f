/** The work of the opinion thread: parses a VEX or runtime document within the limits of a thread. */
import { findUnstorable, UNSTORABLE } from '../../core/naming/unstorable-text.ts';
import { RUNTIME_PROFILE_UNREADABLE } from '../../core/profile/errors.ts';
import { parseRuntimeDocument, type RuntimeDocument } from '../../core/profile/runtime/runtime-document.ts';
import { VEX_INVALID } from '../../core/vex/errors.ts';
import { parseVex } from '../../core/vex/parsing/parse-vex.ts';
import type { VexDocument } from '../../core/vex/parsing/vex-document.ts';
import type { RuntimeKind } from '../../core/vocabulary/profile.ts';
import { parseJson } from '../json/parse-json.ts';

export type ContextDocumentRequest = { readonly bytes: Uint8Array } & (
  | { readonly what: 'vex'; readonly receivedAt: string }
  | { readonly what: 'runtime'; readonly kind: RuntimeKind | undefined }
);

export function parseContextDocument(request: ContextDocumentRequest): VexDocument | RuntimeDocument {
  if (request.what === 'runtime') return parseRuntimeDocument(decode(request.bytes), request.kind);
  const parsed = parseJson(request.bytes);
  // The scanner has already accepted these bytes.
  if (parsed.kind === 'unreadable') throw VEX_INVALID({ path: '', problem: parsed.problem });
  const pointer = findUnstorable(parsed.value);
  if (pointer !== undefined) throw VEX_INVALID({ path: pointer, problem: UNSTORABLE });
  return parseVex(parsed.value, { receivedAt: request.receivedAt });
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw RUNTIME_PROFILE_UNREADABLE({ line: 1, column: 1, problem: 'it is not UTF-8' });
  }
}
