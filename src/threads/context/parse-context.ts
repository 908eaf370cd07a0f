/** ENTRY. Parses VEX documents, reachability documents and documents of profiles in a thread: they are untrusted, and the largest take seconds. */
import type { ProfileDocument } from '../../core/profile/profile-document.ts';
import type { ReachabilityDocument } from '../../core/reachability/reachability-document.ts';
import type { VexDocument } from '../../core/vex/parsing/vex-document.ts';
import type { DocumentKind } from '../../core/vocabulary/profile.ts';
import { runOnDocument, type ThreadRunner } from '../pool/thread-pool.ts';
import type { ContextDocumentRequest } from './context-thread.ts';

const CONTEXT_THREAD = new URL('./context-thread.ts', import.meta.url);

/** Transfers the bytes. Throws an error of `core/vex`. */
export async function parseVexDocument(
  pool: ThreadRunner,
  bytes: Uint8Array,
  receivedAt: string,
): Promise<VexDocument> {
  const request: ContextDocumentRequest = { what: 'vex', bytes, receivedAt };
  return await runOnDocument<VexDocument>(pool, CONTEXT_THREAD, request);
}

/** Transfers the bytes. Throws an error of `core/profile`. Without a kind, it is detected. */
export async function parseProfileDocumentInThread(
  pool: ThreadRunner,
  bytes: Uint8Array,
  kind: DocumentKind | undefined,
): Promise<ProfileDocument> {
  const request: ContextDocumentRequest = { what: 'profile', bytes, kind };
  return await runOnDocument<ProfileDocument>(pool, CONTEXT_THREAD, request);
}

/** Transfers the bytes. Throws an error of `core/reachability`. */
export async function parseReachabilityDocument(pool: ThreadRunner, bytes: Uint8Array): Promise<ReachabilityDocument> {
  const request: ContextDocumentRequest = { what: 'reachability', bytes };
  return await runOnDocument<ReachabilityDocument>(pool, CONTEXT_THREAD, request);
}
