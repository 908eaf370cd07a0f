/**
 * Loads the state that a publication is compared with: the findings that were announced for a version. These are the findings
 * that the version, or the previous one, has published, and those that could not be evaluated because their images were not
 * uploaded: they are neither resolved nor present.
 */
import {
  trackMissingDocuments,
  type SlotDocument,
  type MissingDocument,
} from '../../core/history/missing-documents.ts';
import type { OrgTx } from '../../store/database.ts';
import { findPreviousVersion } from '../../store/findings/history/version-side.ts';
import {
  findPublishedBase,
  listFindingsOfDocuments,
  listSetsOfDocuments,
  type PublishedBase,
} from '../../store/findings/publication/published-base.ts';
import { listEffectiveSboms, type EffectiveSbom } from '../../store/findings/publication/published-inputs.ts';
import {
  listCurrentFindings,
  listPreviousFindings,
  type CurrentFinding,
} from '../../store/findings/publication/version-findings.ts';
import { pipelined } from '../../store/pipelined.ts';

export interface PublicationBase {
  /** Published by the version itself, or by the previous one if it has published nothing yet. */
  readonly published: PublishedBase | undefined;
  readonly isOwn: boolean;
  /** Rows of the version itself. */
  readonly current: readonly CurrentFinding[];
  /** Findings that were announced and not retracted. */
  readonly announced: readonly CurrentFinding[];
  /** Component sets of documents that were missing at that time. */
  readonly unseenSets: readonly Buffer[];
  /** Documents that the version has not uploaded, as of now. */
  readonly unseen: readonly MissingDocument[];
}

export async function loadPublicationBase(
  tx: OrgTx,
  versionId: string,
  sboms: readonly EffectiveSbom[],
): Promise<PublicationBase> {
  const [own, previousId, current] = await pipelined([
    findPublishedBase(tx, versionId),
    findPreviousVersion(tx, versionId),
    listCurrentFindings(tx, versionId),
  ]);
  const [previous, previousSboms] =
    previousId === undefined
      ? [undefined, []]
      : await pipelined([findPublishedBase(tx, previousId), listEffectiveSboms(tx, previousId)]);
  const published = own ?? previous;
  const isOwn = published === undefined || own !== undefined;
  const rows = isOwn ? current : await listCurrentFindings(tx, published.versionId);
  return {
    published,
    isOwn,
    current,
    announced: [...rows, ...(await listUnevaluated(tx, versionId, rows, published))],
    unseenSets: await listSetsOfDocuments(tx, published?.notUploaded.documents ?? []),
    unseen: previousId === undefined ? [] : findUnseen({ previousId, previous, previousSboms }, sboms),
  };
}

async function listUnevaluated(
  tx: OrgTx,
  versionId: string,
  rows: readonly CurrentFinding[],
  published: PublishedBase | undefined,
): Promise<CurrentFinding[]> {
  const present = new Set(rows.map(({ findingId }) => findingId));
  const before = await listPreviousFindings(tx, versionId, published?.notUploaded.findingIds ?? []);
  return before.filter(({ findingId }) => !present.has(findingId));
}

function findUnseen(
  {
    previousId,
    previous,
    previousSboms,
  }: {
    readonly previousId: string;
    readonly previous: PublishedBase | undefined;
    readonly previousSboms: readonly EffectiveSbom[];
  },
  sboms: readonly EffectiveSbom[],
): MissingDocument[] {
  const documents = previousSboms.map(toDocument);
  const unseen = previous?.notUploaded.documents ?? [];
  return trackMissingDocuments({ versionId: previousId, documents, unseen }, sboms.map(toDocument));
}

function toDocument({ id, slot, image, versionName, setSha256 }: EffectiveSbom): SlotDocument {
  return { id, slot, image, versionName, isRead: setSha256 !== null };
}

/** Returns announced findings that are gone from the uploaded documents, but may be in documents that were not uploaded. */
export async function listNotUploaded(
  tx: OrgTx,
  { announced, unseen }: PublicationBase,
  wanted: readonly { readonly findingId: string }[],
): Promise<ReadonlySet<string>> {
  const known = new Set(wanted.map(({ findingId }) => findingId));
  const gone = new Set(announced.map(({ findingId }) => findingId).filter((id) => !known.has(id)));
  return await listFindingsOfDocuments(tx, [...gone], unseen);
}
