/** Locates the packages of a plan: their images, layers, parents and files. Read once from the packed form of each document. */
import { findIntroducers } from '../../../core/remediation/introduced-by.ts';
import { findLayer, toLayerOrder, type PackagePlace } from '../../../core/remediation/plan/os-packages.ts';
import { toDependencyGraph, type DependencyGraph } from '../../../core/sbom/graph/dependency-graph.ts';
import {
  createDirectDependencyCheck,
  type DirectDependencyCheck,
} from '../../../core/sbom/graph/direct-dependencies.ts';
import type { Component } from '../../../core/sbom/inventory.ts';
import type { EffectiveSbom } from '../../../store/findings/publication/published-inputs.ts';
import { PackedDocument } from '../../../threads/inventory/packed-document.ts';
import { createYielder } from '../../../store/yielding.ts';
import { isImageDocument, type PlanMaterial } from './plan-material.ts';

/** A component by its position in a set. */
export interface PlaceInSet {
  readonly set: string;
  readonly position: number;
}

export interface LocatedPackage {
  /** One for each document that contains it. */
  readonly places: readonly PackagePlace[];
  /** Undefined if no document says. */
  readonly direct: boolean | undefined;
  /** Direct dependencies that lead to it; empty if it is direct itself. */
  readonly introducers: readonly PlaceInSet[];
  /** Files that contain it, and its types as named by tools. */
  readonly paths: readonly string[];
  readonly types: readonly string[];
  /** Whether a document of an image or a running system contains it. */
  readonly isDeployed: boolean;
}

/** A component that a document lists more often than this has the same paths everywhere. */
const NODES_WALKED_MAX = 5;

/** By component id. Parents of system packages are not needed. */
export async function locatePackages(
  { sboms, held, documents }: Pick<PlanMaterial, 'sboms' | 'held' | 'documents'>,
  isOfSystem: (componentId: string) => boolean,
): Promise<ReadonlyMap<string, LocatedPackage>> {
  const turn = createYielder();
  const parts: LocatedIn[] = [];
  for (const sbom of sboms) {
    const { id, setSha256, traits } = sbom;
    const set = setSha256?.toString('hex') ?? '';
    const here = held.flatMap((each) =>
      each.places.flatMap((place) => (place.set === set ? [{ id: each.id, position: place.position }] : [])),
    );
    const stored = documents.get(id);
    if (here.length === 0 || stored?.packed === undefined || stored.packed === null) continue;
    const document = new PackedDocument(stored.packed);
    const source = document.graph();
    const graph = stored.graph === 'missing' || stored.graph === null ? undefined : toDependencyGraph(source);
    const isDirect = graph && createDirectDependencyCheck(graph);
    const nodesAt = listNodes(source.ranks, new Set(here.map(({ position }) => position)));
    for (const { id: componentId, position } of here) {
      const nodes = nodesAt.get(position) ?? [];
      const copies = nodes.map((node) => document.component(node));
      const way =
        graph === undefined || isDirect === undefined || isOfSystem(componentId)
          ? UNKNOWN_ORIGIN
          : findDependencyOrigin(graph, isDirect, nodes);
      parts.push({
        componentId,
        isDeployed: isImageDocument(sbom) || traits?.kind === 'deployed',
        ...toPlace(copies, sbom, toLayerOrder(document.image?.layers ?? [])),
        direct: way.direct,
        introducers: way.introducers.map((each) => ({ set, position: each })),
      });
      await turn();
    }
  }
  return new Map([...Map.groupBy(parts, ({ componentId }) => componentId)].map(([id, all]) => [id, merge(all)]));
}

interface LocatedIn extends Omit<LocatedPackage, 'places'> {
  readonly componentId: string;
  readonly place: PackagePlace;
}

function listNodes(ranks: Int32Array, wanted: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> {
  const nodes = new Map<number, number[]>();
  for (const [node, position] of ranks.entries()) {
    if (!wanted.has(position)) continue;
    const known = nodes.get(position);
    if (known === undefined) nodes.set(position, [node]);
    else if (known.length < NODES_WALKED_MAX) known.push(node);
  }
  return nodes;
}

interface DependencyOrigin {
  readonly direct: boolean | undefined;
  /** Positions of direct dependencies. */
  readonly introducers: readonly number[];
}

const UNKNOWN_ORIGIN: DependencyOrigin = { direct: undefined, introducers: [] };

function findDependencyOrigin(
  graph: DependencyGraph,
  isDirect: DirectDependencyCheck,
  nodes: readonly number[],
): DependencyOrigin {
  const reached = nodes.filter((node) => (graph.depths[node + 1] ?? -1) !== -1);
  const directness = reached.map((node) => isDirect(node + 1));
  if (directness.includes(true)) return { direct: true, introducers: [] };
  if (reached.length === 0 || directness.includes(undefined)) return UNKNOWN_ORIGIN;
  const introducers = new Set(reached.flatMap((node) => findIntroducers(graph, node)));
  const positions = [...introducers].flatMap((node) => graph.ranks?.[node] ?? []);
  return { direct: false, introducers: [...new Set(positions)] };
}

function toPlace(
  copies: readonly (Component | undefined)[],
  sbom: Pick<EffectiveSbom, 'image' | 'traits'>,
  order: readonly string[],
): Pick<LocatedIn, 'place' | 'paths' | 'types'> {
  const locations = copies.flatMap((copy) => copy?.details?.locations ?? []);
  const stated = copies.flatMap((copy) => copy?.details?.layer ?? [])[0];
  return {
    place: { image: sbom.image, isBuilt: isImageDocument(sbom), layer: findLayer(locations, order, stated) },
    paths: locations.map(({ path }) => path),
    types: copies.flatMap((copy) => copy?.packageType ?? []),
  };
}

/** A package that is direct anywhere counts as direct. */
function merge(parts: readonly LocatedIn[]): LocatedPackage {
  const known = parts.flatMap(({ direct }) => direct ?? []);
  const direct = known.length === 0 ? undefined : known.includes(true);
  return {
    places: parts.map(({ place }) => place),
    direct,
    introducers: direct === false ? parts.flatMap(({ introducers }) => introducers) : [],
    paths: parts.flatMap(({ paths }) => paths),
    types: parts.flatMap(({ types }) => types),
    isDeployed: parts.some(({ isDeployed }) => isDeployed),
  };
}
