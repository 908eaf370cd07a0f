/**
 * Loads the state that a publication is compared with: the findings that were announced for a version. These are the findings
 * that the version, or the previous one, has published, and those that could not be evaluated because their images were not
 * uploaded: they are neither resolved nor present.
 */
import { followUnseen, type SlotDocument, type UnseenDocument } from '../core/history/unseen-documents.ts';
import type { OrgTx } from '../store/database.ts';
import { findPreviousVersion } from '../store/findings/previous-version.ts';
import {
  findPublished,
  listFindingsOfDocuments,
  listSetsOfDocuments,
  type PublishedBase,
} from '../store/findings/published-base.ts';
import { listSpeakingSboms, type SpeakingSbom } from '../store/findings/published-inputs.ts';
import { listPresent, listPresentBefore, type PresentRow } from '../store/findings/version-findings.ts';
import { together } from '../store/together.ts';

export interface PublicationBase {
  /** Published by the version itself, or by the previous one if it has published nothing yet. */
  readonly published: PublishedBase | undefined;
  readonly isOwn: boolean;
  /** Rows of the version itself. */
  readonly current: readonly PresentRow[];
  /** Findings that were announced and not retracted. */
  readonly told: readonly PresentRow[];
  /** Component sets of documents that were missing at that time. */
  readonly unseenSets: readonly Buffer[];
  /** Documents that the version has not uploaded, as of now. */
  readonly unseen: readonly UnseenDocument[];
}

export async function readPublicationBase(
  tx: OrgTx,
  versionId: string,
  sboms: readonly SpeakingSbom[],
): Promise<PublicationBase> {
  const [own, previousId, current] = await together([
    findPublished(tx, versionId),
    findPreviousVersion(tx, versionId),
    listPresent(tx, versionId),
  ]);
  const previous = previousId === undefined ? undefined : await findPublished(tx, previousId);
  const published = own ?? previous;
  const isOwn = published === undefined || own !== undefined;
  const rows = isOwn ? current : await listPresent(tx, published.versionId);
  return {
    ...{ published, isOwn, current },
    told: [...rows, ...(await listNotJudged(tx, versionId, rows, published))],
    unseenSets: await listSetsOfDocuments(tx, published?.notSeen.documents ?? []),
    unseen: previousId === undefined ? [] : await findUnseen(tx, { previousId, previous }, sboms),
  };
}

async function listNotJudged(
  tx: OrgTx,
  versionId: string,
  rows: readonly PresentRow[],
  published: PublishedBase | undefined,
): Promise<PresentRow[]> {
  const present = new Set(rows.map(({ findingId }) => findingId));
  const before = await listPresentBefore(tx, versionId, published?.notSeen.findingIds ?? []);
  return before.filter(({ findingId }) => !present.has(findingId));
}

async function findUnseen(
  tx: OrgTx,
  { previousId, previous }: { readonly previousId: string; readonly previous: PublishedBase | undefined },
  sboms: readonly SpeakingSbom[],
): Promise<UnseenDocument[]> {
  const documents = (await listSpeakingSboms(tx, previousId)).map(toDocument);
  const unseen = previous?.notSeen.documents ?? [];
  return followUnseen({ versionId: previousId, documents, unseen }, sboms.map(toDocument));
}

function toDocument({ id, slot, image, versionName, setSha256 }: SpeakingSbom): SlotDocument {
  return { id, slot, image, versionName, isRead: setSha256 !== null };
}

/** Returns announced findings that are gone from the uploaded documents, but may be in documents that were not uploaded. */
export async function listNotSeen(
  tx: OrgTx,
  { told, unseen }: PublicationBase,
  wanted: readonly { readonly findingId: string }[],
): Promise<ReadonlySet<string>> {
  const known = new Set(wanted.map(({ findingId }) => findingId));
  const gone = new Set(told.map(({ findingId }) => findingId).filter((id) => !known.has(id)));
  return await listFindingsOfDocuments(tx, [...gone], unseen);
}
