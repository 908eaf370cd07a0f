/**
 * Loads the profiles of a service with their parsed documents, for publishing and for impact checks. A service without a
 * profile costs one statement. Parsed documents are cached by the hash of their bytes, because every version of the service needs
 * them.
 */
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import {
  isDeploymentKind,
  parseProfileDocument,
  summarizeDocument,
  type ProfileDocument,
} from '../../core/profile/profile-document.ts';
import { suggestImportedFields } from '../../core/profile/deployment/imported-fields.ts';
import type { DocumentFact } from '../../core/profile/runtime/runtime-document.ts';
import { type DocumentRef, isKnown, type ProfileFields, countSetFields } from '../../core/profile/security-profile.ts';
import type { LoadedDocument } from '../../core/profile/to-profile-view.ts';
import { type ProfiledDocument, completeProfile } from '../../core/profile/version-profiles.ts';
import type { OrgTx } from '../../store/database.ts';
import { once } from '../../store/shared-transactions.ts';
import { type VersionSbom, listEffectiveSboms } from '../../store/findings/publication/published-inputs.ts';
import { listProfiles, type StoredProfile } from '../../store/relevance/profiles.ts';
import {
  readDeployments,
  readDocumentText,
  listProfileDocuments,
  type StoredProfileDocument,
} from '../../store/relevance/profile-documents.ts';
import type { MergedFields } from '../../core/profile/documents/derive-fields.ts';
import { suggestFields } from '../../core/profile/runtime/observed.ts';
import { findOnlyVersion } from '../../store/findings/lists/list-findings.ts';
import { getProfile } from './change-profile.ts';

export interface ServiceProfile extends StoredProfile {
  readonly documents: readonly LoadedDocument[];
}

export async function loadProfiles(tx: OrgTx, serviceId: string): Promise<readonly ServiceProfile[]> {
  return await once(tx, `profiles ${serviceId}`, async () => await readProfiles(tx, serviceId));
}

async function readProfiles(tx: OrgTx, serviceId: string): Promise<readonly ServiceProfile[]> {
  const loaded: ServiceProfile[] = [];
  for (const profile of await listProfiles(tx, serviceId)) {
    loaded.push({ ...profile, documents: await loadDocuments(tx, serviceId, profile.documentRefs) });
  }
  return loaded;
}

/** Also loads documents that are not in force, because an impact check may ask what they would change. */
async function loadDocuments(
  tx: OrgTx,
  serviceId: string,
  references: readonly DocumentRef[],
): Promise<readonly LoadedDocument[]> {
  const deployed = references.filter(({ kind }) => isDeploymentKind(kind)).map(({ sha256 }) => sha256);
  const deployments = await readDeployments(tx, serviceId, deployed);
  const documents: LoadedDocument[] = [];
  for (const { kind, sha256, ...reference } of references) {
    const document = deployments.get(sha256) ?? (await loadProfileDocument(tx, kind, sha256));
    if (document !== undefined)
      documents.push({ ...reference, name: toDocumentName({ kind, sha256, ...reference }), document });
  }
  return documents;
}

/** Name of the document in evidence. */
export function toDocumentName({ kind, name, sha256 }: Pick<DocumentRef, 'kind' | 'name' | 'sha256'>): string {
  return name ?? `${kind} ${sha256.slice(0, NAME_DIGITS)}`;
}

/** Facts of a document for the profiles. A document parsed by an older parser has none. */
export function toProfiledDocument({ id, image, traits }: VersionSbom): ProfiledDocument[] {
  return traits === null ? [] : [{ ...traits, image, label: image ?? id }];
}

const NAME_DIGITS = 12;
const read = new Map<string, ProfileDocument>();

/**
 * Cached by hash and not by organization: equal bytes mean the same everywhere, and the caller already has the hash. Returns
 * undefined if the document was accepted once and is refused by now; then it denies nothing, and findings are published without
 * it.
 */
async function loadProfileDocument(
  tx: OrgTx,
  kind: DocumentRef['kind'],
  sha256: string,
): Promise<ProfileDocument | undefined> {
  const key = `${kind} ${sha256}`;
  const document = read.get(key) ?? tryParse(await readDocumentText(tx, sha256), kind);
  if (document === undefined) return undefined;
  read.delete(key);
  read.set(key, document);
  const [oldest] = read.keys();
  if (read.size > LIMITS.documentRefsInMemoryMax && oldest !== undefined) read.delete(oldest);
  return document;
}

function tryParse(text: string, kind: DocumentRef['kind']): ProfileDocument | undefined {
  try {
    return parseProfileDocument(text, kind);
  } catch (error) {
    if (error instanceof AssayError) return undefined;
    throw error;
  }
}

/** A security profile for display: the stated fields, completed by facts from the SBOMs of the newest version. */
export interface CompletedProfile extends MergedFields {
  readonly profile: StoredProfile;
  readonly fieldsSet: number;
}

export interface DescribedProfile extends CompletedProfile {
  readonly suggestions: ProfileFields;
  readonly documents: readonly DescribedDocument[];
}

export type DescribedDocument = DocumentRef & StoredProfileDocument & { readonly facts: readonly DocumentFact[] };

export async function describeProfiles(tx: OrgTx, serviceId: string): Promise<readonly CompletedProfile[]> {
  const profiles = await loadProfiles(tx, serviceId);
  const shown = profiles.length === 0 ? [] : await listShownDocuments(tx, serviceId);
  return profiles.map((profile) => complete(profile, profiles, shown));
}

/** Throws PROFILE_UNKNOWN. */
export async function describeProfile(tx: OrgTx, serviceId: string, name: string): Promise<DescribedProfile> {
  const profiles = await loadProfiles(tx, serviceId);
  const profile = getProfile(profiles, name);
  const completed = complete(profile, profiles, await listShownDocuments(tx, serviceId));
  const hashes = profile.documentRefs.map(({ sha256 }) => sha256);
  const stored = new Map((await listProfileDocuments(tx, serviceId, hashes)).map((each) => [each.sha256, each]));
  const documents = profile.documentRefs.flatMap((reference): DescribedDocument[] => {
    const about = stored.get(reference.sha256);
    const read = profile.documents.find((each) => each.name === toDocumentName(reference))?.document;
    return about === undefined
      ? []
      : [{ ...about, ...reference, facts: read === undefined ? [] : summarizeDocument(read) }];
  });
  const observed = profile.documents.flatMap(({ document }) => (document.kind === 'observed' ? [document] : []));
  const suggested = Object.assign({}, ...observed.map(suggestFields), suggestImportedFields(profile)) as ProfileFields;
  const suggestions = Object.fromEntries(Object.entries(suggested).filter(([path]) => !isStated(completed, path)));
  return { ...completed, suggestions, documents };
}

function isStated({ fields }: MergedFields, path: string): boolean {
  return Object.entries(fields).some(([each, field]) => each === path && isKnown(field));
}

function complete(
  profile: ServiceProfile,
  profiles: readonly ServiceProfile[],
  shown: readonly ProfiledDocument[],
): CompletedProfile {
  const merged = completeProfile(profile, profiles, shown);
  return { profile, ...merged, fieldsSet: countSetFields(merged.fields) };
}

/** Documents of the newest version. */
async function listShownDocuments(tx: OrgTx, serviceId: string): Promise<readonly ProfiledDocument[]> {
  const versionId = await findOnlyVersion(tx, { newestOf: [serviceId] }, {});
  if (versionId === undefined) return [];
  return (await listEffectiveSboms(tx, versionId)).flatMap(toProfiledDocument);
}
