/** Where the components of findings stand in the documents of a version, read from what was packed of each document. */
import type { Occurrence } from '../core/history/version-findings.ts';
import type { OrgTx } from '../store/database.ts';
import { readPacked, type AffectedComponent, type VersionSbom } from '../store/findings/published-inputs.ts';
import { PackedDocument } from '../threads/packed-document.ts';

const OCCURRENCES_PER_COMPONENT_MAX = 50;

/** By the id of the component; documents in the order given, places in the order of the document. */
export async function readOccurrences(
  tx: OrgTx,
  sboms: readonly VersionSbom[],
  components: readonly AffectedComponent[],
): Promise<ReadonlyMap<string, readonly Occurrence[]>> {
  const occurrences = new Map<string, Occurrence[]>(components.map(({ id }) => [id, []]));
  for (const sbom of sboms) {
    const set = sbom.setSha256?.toString('hex') ?? '';
    const held = components.filter(({ positions }) => positions.has(set));
    const packed = held.length === 0 ? undefined : await readPacked(tx, sbom.id);
    if (packed === undefined) continue;
    const document = new PackedDocument(packed);
    const nodes = await listNodes(document, new Set(held.map(({ positions }) => positions.get(set) ?? -1)));
    for (const { id, positions } of held) {
      const list = occurrences.get(id) ?? [];
      for (const node of nodes.get(positions.get(set) ?? -1) ?? []) {
        if (list.length === OCCURRENCES_PER_COMPONENT_MAX) break;
        const component = await document.component(node);
        if (component !== undefined) list.push({ sbomId: sbom.id, image: sbom.image, bomRef: component.ref });
      }
    }
  }
  return occurrences;
}

/** The indexes of the components at these positions of the set, as many of each as are shown. */
async function listNodes(
  document: PackedDocument,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const nodes = new Map<number, number[]>();
  for (const [node, position] of (await document.positions()).entries()) {
    if (!wanted.has(position)) continue;
    const list = nodes.get(position) ?? [];
    if (list.length < OCCURRENCES_PER_COMPONENT_MAX) list.push(node);
    nodes.set(position, list);
  }
  return nodes;
}
