/** Reads where the components of findings occur in documents, from the packed form of each document. */
import type { Occurrence } from '../../core/history/findings/version-findings.ts';
import type { OrgTx } from '../../store/database.ts';
import {
  findPackedDocument,
  type AffectedComponent,
  type VersionSbom,
} from '../../store/findings/publication/published-inputs.ts';
import { PackedDocument } from '../../threads/inventory/packed-document.ts';
import { createYielder } from '../../store/yielding.ts';

const OCCURRENCES_PER_COMPONENT_MAX = 50;

/** By component id; documents in the given order, places in the order of the document. */
export async function listOccurrences(
  tx: OrgTx,
  sboms: readonly VersionSbom[],
  components: readonly AffectedComponent[],
): Promise<ReadonlyMap<string, readonly Occurrence[]>> {
  const occurrences = new Map<string, Occurrence[]>(components.map(({ id }) => [id, []]));
  for (const sbom of sboms) {
    const set = sbom.setSha256?.toString('hex') ?? '';
    const held = components.flatMap(({ id, positions }) => {
      const position = positions.get(set);
      return position === undefined ? [] : [{ id, position }];
    });
    const packed = held.length === 0 ? undefined : await findPackedDocument(tx, sbom.id);
    if (packed === undefined) continue;
    const references = await listReferences(new PackedDocument(packed), new Set(held.map(({ position }) => position)));
    for (const { id, position } of held) {
      const list = occurrences.get(id) ?? [];
      const room = OCCURRENCES_PER_COMPONENT_MAX - list.length;
      const found = references.get(position)?.slice(0, room) ?? [];
      list.push(...found.map((bomRef) => ({ sbomId: sbom.id, image: sbom.image, bomRef })));
    }
  }
  return occurrences;
}

/** Returns the document's own references to the components at these positions of its set, up to the number that is shown. */
export async function listReferences(
  document: PackedDocument,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const references = new Map<number, string[]>();
  const turn = createYielder();
  for (const [node, position] of document.positions().entries()) {
    if (!wanted.has(position)) continue;
    const list = references.get(position) ?? [];
    references.set(position, list);
    if (list.length === OCCURRENCES_PER_COMPONENT_MAX) continue;
    const component = document.component(node);
    if (component !== undefined) list.push(component.ref);
    await turn();
  }
  return references;
}
