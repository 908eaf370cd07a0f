/**
 * Loads the profiles of a service with their parsed runtime documents, for publishing and for impact checks. A service without a
 * profile costs one statement. Parsed documents are cached by the hash of their bytes, because every version of the service needs
 * them.
 */
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { parseRuntimeDocument, type RuntimeDocument } from '../../core/profile/runtime/runtime-document.ts';
import type { RuntimeDocumentRef } from '../../core/profile/security-profile.ts';
import type { LoadedRuntimeDocument } from '../../core/profile/to-profile-view.ts';
import type { ProfiledDocument } from '../../core/profile/version-profiles.ts';
import type { OrgTx } from '../../store/database.ts';
import type { VersionSbom } from '../../store/findings/publication/published-inputs.ts';
import { listProfiles, type StoredProfile } from '../../store/relevance/profiles.ts';
import { readRuntimeText } from '../../store/relevance/runtime-documents.ts';

export interface ServiceProfile extends StoredProfile {
  readonly documents: readonly LoadedRuntimeDocument[];
}

export async function loadProfiles(tx: OrgTx, serviceId: string): Promise<readonly ServiceProfile[]> {
  const loaded: ServiceProfile[] = [];
  for (const profile of await listProfiles(tx, serviceId)) {
    loaded.push({ ...profile, documents: await loadRuntimeDocuments(tx, profile.runtimeDocuments) });
  }
  return loaded;
}

/** Also loads documents that are not in force, because an impact check may ask what they would change. */
export async function loadRuntimeDocuments(
  tx: OrgTx,
  references: readonly RuntimeDocumentRef[],
): Promise<readonly LoadedRuntimeDocument[]> {
  const documents: LoadedRuntimeDocument[] = [];
  for (const { kind, sha256, inForce } of references) {
    const document = await loadRuntimeDocument(tx, kind, sha256);
    if (document !== undefined) documents.push({ name: toDocumentName(kind, sha256), inForce, document });
  }
  return documents;
}

/** Name of the document in evidence. */
export function toDocumentName(kind: RuntimeDocumentRef['kind'], sha256: string): string {
  return `${kind} ${sha256.slice(0, NAME_DIGITS)}`;
}

/** Facts of a document for the profiles. A document parsed by an older parser has none. */
export function toProfiledDocument({ id, image, traits }: VersionSbom): ProfiledDocument[] {
  return traits === null ? [] : [{ ...traits, image, label: image ?? id }];
}

const NAME_DIGITS = 12;
const read = new Map<string, RuntimeDocument>();

/**
 * Cached by hash and not by organization: equal bytes mean the same everywhere, and the caller already has the hash. Returns
 * undefined if the document was accepted once and is refused by now; then it denies nothing, and findings are published without
 * it.
 */
async function loadRuntimeDocument(
  tx: OrgTx,
  kind: RuntimeDocumentRef['kind'],
  sha256: string,
): Promise<RuntimeDocument | undefined> {
  const key = `${kind} ${sha256}`;
  const document = read.get(key) ?? tryParse(await readRuntimeText(tx, sha256), kind);
  if (document === undefined) return undefined;
  read.delete(key);
  read.set(key, document);
  const [oldest] = read.keys();
  if (read.size > LIMITS.runtimeDocumentsInMemoryMax && oldest !== undefined) read.delete(oldest);
  return document;
}

function tryParse(text: string, kind: RuntimeDocumentRef['kind']): RuntimeDocument | undefined {
  try {
    return parseRuntimeDocument(text, kind);
  } catch (error) {
    if (error instanceof AssayError) return undefined;
    throw error;
  }
}
