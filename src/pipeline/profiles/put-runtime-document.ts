/** Adds a runtime document to a profile: stores its bytes and saves a new version of the profile that refers to it. */
import { LIMITS } from '../../core/limits.ts';
import type { RuntimeDocument } from '../../core/profile/runtime/runtime-document.ts';
import type { RuntimeDocumentRef } from '../../core/profile/security-profile.ts';
import { saveBlob } from '../../store/portfolio/blobs/blobs.ts';
import type { SpooledDocument } from '../../store/portfolio/blobs/spooled-document.ts';
import { saveRuntimeDocument } from '../../store/relevance/runtime-documents.ts';
import { getProfile, withLockedProfiles, saveProfile, type OnlyIf, type ProfileAddress } from './change-profile.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { RUNTIME_DOCUMENT_LIMIT } from '../errors.ts';

export interface UploadedRuntimeDocument {
  readonly bytes: SpooledDocument;
  readonly read: Pick<RuntimeDocument, 'kind' | 'warnings'>;
  /** The caller states that the document is enforced where the service runs. */
  readonly inForce: boolean;
}

export async function putRuntimeDocument(
  deps: PipelineDeps,
  caller: Caller,
  address: ProfileAddress,
  { sent, onlyIf }: { readonly sent: UploadedRuntimeDocument; readonly onlyIf: OnlyIf },
): Promise<void> {
  await withLockedProfiles(deps, caller, address, async (tx, service, profiles) => {
    const current = getProfile(profiles, address.profile);
    onlyIf(current);
    const { bytes, read, inForce } = sent;
    const sha256 = bytes.sha256.toString('hex');
    const runtimeDocuments = withDocument(current.runtimeDocuments, { kind: read.kind, sha256, inForce });
    await saveBlob(tx, bytes, service.at);
    await saveRuntimeDocument(tx, service.serviceId, {
      sha256,
      kind: read.kind,
      warnings: read.warnings,
      sizeBytes: bytes.sizeBytes,
      createdAt: service.at,
      createdBy: caller.actor.name,
    });
    await saveProfile(deps, tx, caller, { ...service, current, wanted: { ...current, runtimeDocuments } });
  });
}

/** A document that is uploaded again replaces its earlier entry. */
function withDocument(
  before: readonly RuntimeDocumentRef[],
  document: RuntimeDocumentRef,
): readonly RuntimeDocumentRef[] {
  if (before.some(({ sha256 }) => sha256 === document.sha256))
    return before.map((each) => (each.sha256 === document.sha256 ? document : each));
  if (before.length >= LIMITS.runtimeDocumentsPerProfileMax) throw RUNTIME_DOCUMENT_LIMIT();
  return [...before, document];
}
