/**
 * What a publication is compared with: all that whoever follows a version believes of it. That is what the version, or the one
 * before it, has published, and what was not judged because its images have not been sent: it has neither ended nor stayed.
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
  /** By the version itself, or where it has published nothing yet by the one before it. */
  readonly published: PublishedBase | undefined;
  readonly isOwn: boolean;
  /** Rows of the version itself. */
  readonly current: readonly PresentRow[];
  /** What was told of it, and not taken back. */
  readonly told: readonly PresentRow[];
  /** The components of documents that were not seen then. */
  readonly unseenSets: readonly Buffer[];
  /** What the version has not sent, as of now. */
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

/** Of what was told, the findings that are gone where somebody looked, but may be in what was not sent. */
export async function listNotSeen(
  tx: OrgTx,
  { told, unseen }: PublicationBase,
  wanted: readonly { readonly findingId: string }[],
): Promise<ReadonlySet<string>> {
  const known = new Set(wanted.map(({ findingId }) => findingId));
  const gone = new Set(told.map(({ findingId }) => findingId).filter((id) => !known.has(id)));
  return await listFindingsOfDocuments(tx, [...gone], unseen);
}
