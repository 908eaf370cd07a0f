/**
 * Reads everything that a plan needs from the organization's tables in one short transaction: the published findings, their
 * components, and the documents that contain these. The rest is computed without a transaction.
 */
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../../store/database.ts';
import {
  listAffectedComponents,
  listEffectiveSboms,
  toSets,
  type AffectedComponent,
  type EffectiveSbom,
} from '../../../store/findings/publication/published-inputs.ts';
import { listComponentsById, type StaleComponent } from '../../../store/portfolio/components/component-matches.ts';
import {
  findComponentMemberships,
  findPublishedResult,
  listPublishedRows,
  listSetsContaining,
  listPlanDocuments,
  type ComponentMemberships,
  type PublishedRow,
  type PublishedVersionResult,
  type StoredDocument,
} from '../../../store/remediation/plan-inputs.ts';
import { pipelined } from '../../../store/pipelined.ts';
import { VERSION_FINDINGS_LIMIT } from '../../errors.ts';
import { isOwned, loadOwners, type KnownOwners } from '../../evaluation/resolve-owners.ts';

export interface PlanMaterial {
  readonly published: PublishedVersionResult;
  readonly sboms: readonly EffectiveSbom[];
  readonly rows: readonly PublishedRow[];
  /** Components of the findings, sorted by id. */
  readonly held: readonly ComponentMemberships[];
  /** The same components as input for the matcher, by id; components that cannot be checked are missing. */
  readonly components: ReadonlyMap<string, StaleComponent>;
  /** By document id. */
  readonly documents: ReadonlyMap<string, StoredDocument>;
  /** Hashes of the sets that contain a system package manager, in hexadecimal. */
  readonly managed: ReadonlySet<string>;
  readonly owners: KnownOwners;
  /** All components that advisories cover, before owners are considered; empty if only one component was requested. */
  readonly affected: readonly AffectedComponent[];
}

/** With an image, reads only its content. Returns undefined if nothing was published yet. */
export async function loadPlanMaterial(
  tx: OrgTx,
  versionId: string,
  image: string | undefined,
): Promise<PlanMaterial | undefined> {
  const [published, allSboms, allRows] = await pipelined([
    findPublishedResult(tx, versionId),
    listEffectiveSboms(tx, versionId),
    listPublishedRows(tx, versionId),
  ]);
  if (published === undefined) return undefined;
  const sboms = image === undefined ? allSboms : allSboms.filter((sbom) => sbom.image === image);
  const rows = image === undefined ? allRows : allRows.filter(({ images }) => images.includes(image));
  const findingsMax = LIMITS.findingsPerVersionMax;
  const affected = await listAffectedComponents(tx, toSets(sboms), findingsMax);
  if (affected === undefined) throw VERSION_FINDINGS_LIMIT({ findingsMax });
  const isFound = new Set(rows.map(({ componentId }) => componentId));
  const held = affected.filter(({ id }) => isFound.has(id));
  return {
    published,
    sboms,
    rows,
    held,
    affected,
    ...(await loadContext(tx, sboms, affected)),
    owners: affected.some(isOwned) ? await loadOwners(tx, affected) : NO_OWNERS,
  };
}

/** Reads the material for one component. */
export async function loadComponentMaterial(
  tx: OrgTx,
  versionId: string,
  componentId: string,
): Promise<PlanMaterial | undefined> {
  const published = await findPublishedResult(tx, versionId);
  if (published === undefined) return undefined;
  const all = await listEffectiveSboms(tx, versionId);
  const found = await findComponentMemberships(tx, toSets(all), componentId);
  if (found === undefined) return undefined;
  const isHolding = new Set(found.places.map(({ set }) => set));
  const sboms = all.filter(({ setSha256 }) => setSha256 !== null && isHolding.has(setSha256.toString('hex')));
  return {
    published,
    sboms,
    held: [found],
    affected: [],
    owners: NO_OWNERS,
    rows: await listPublishedRows(tx, versionId, componentId),
    ...(await loadContext(tx, sboms, [found])),
  };
}

const NO_OWNERS: KnownOwners = { idAt: new Map(), stored: [] };

type MaterialContext = Pick<PlanMaterial, 'components' | 'documents' | 'managed'>;

async function loadContext(
  tx: OrgTx,
  sboms: readonly EffectiveSbom[],
  components: readonly { readonly id: string }[],
): Promise<MaterialContext> {
  const ids = sboms.map(({ id }) => id);
  const images = toSets(sboms.filter(isImageDocument));
  const [known, documents, managed] = await pipelined([
    listComponentsById(
      tx,
      components.map(({ id }) => id),
    ),
    listPlanDocuments(tx, ids),
    images.length === 0 ? Promise.resolve(new Set<string>()) : listSetsContaining(tx, images, PACKAGE_MANAGERS),
  ]);
  return { components: new Map(known.map((each) => [each.id, each])), documents, managed };
}

/** With one of these, an image can be updated while it is built. */
const PACKAGE_MANAGERS = ['apt', 'apk-tools', 'dnf', 'dnf5', 'microdnf', 'yum', 'tdnf', 'zypper'];

/** Whether a document describes an image. Many are uploaded without the image name, but state it themselves. */
export function isImageDocument({ image, traits }: Pick<EffectiveSbom, 'image' | 'traits'>): boolean {
  return image !== null || traits?.isContainer === true;
}
