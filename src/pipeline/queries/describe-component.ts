/**
 * Describes one component of a version with everything that its documents say: every occurrence, how it was included, its
 * dependents, and claims about its vulnerabilities. Uses the packed form of each document.
 */
import { toDependencyGraph, type DependencyGraph } from '../../core/sbom/graph/dependency-graph.ts';
import { findCycles } from '../../core/sbom/graph/find-cycles.ts';
import { findPaths } from '../../core/sbom/graph/find-paths.ts';
import type { Component, VulnerabilityClaim } from '../../core/sbom/inventory.ts';
import type { OrgTx } from '../../store/database.ts';
import { findPackedDocument } from '../../store/findings/publication/published-inputs.ts';
import { findPosition, listAtPositions } from '../../store/portfolio/components/list-components.ts';
import { PackedDocument } from '../../threads/inventory/packed-document.ts';

export interface HoldingSbom {
  readonly id: string;
  readonly image: string | null;
  readonly setSha256: Buffer;
}

export interface ComponentReference {
  /** Null for the subject of the document. */
  readonly id: string | null;
  readonly purl: string | null;
  readonly name: string;
  readonly version: string | null;
}

export interface ComponentDescription {
  readonly occurrenceCount: number;
  readonly occurrences: readonly { readonly sbom: HoldingSbom; readonly component: Component }[];
  readonly paths: readonly { readonly sbomId: string; readonly nodes: readonly ComponentReference[] }[];
  readonly dependentCount: number;
  readonly dependents: readonly ComponentReference[];
  /** Components that depend on each other in a cycle, including this one; empty if it is in no cycle. */
  readonly cycle: readonly ComponentReference[];
  readonly claims: readonly { readonly sbomId: string; readonly claim: VulnerabilityClaim }[];
}

const OCCURRENCES_MAX = 50;
const PATHS_MAX = 10;
const DEPENDENTS_MAX = 100;
const CLAIMS_MAX = 100;
/** A component that a document lists more often than this has the same paths everywhere. */
const NODES_WALKED_MAX = 5;

export async function describeComponent(
  tx: OrgTx,
  sboms: readonly HoldingSbom[],
  componentId: string,
): Promise<ComponentDescription> {
  const parts: ComponentDescription[] = [];
  for (const sbom of sboms) {
    const packed = await findPackedDocument(tx, sbom.id);
    const position = await findPosition(tx, sbom.setSha256, componentId);
    if (packed === undefined || position === undefined) continue;
    parts.push(await describeIn(tx, sbom, new PackedDocument(packed), position));
  }
  return {
    occurrenceCount: sum(parts.map(({ occurrenceCount }) => occurrenceCount)),
    occurrences: parts.flatMap(({ occurrences }) => occurrences).slice(0, OCCURRENCES_MAX),
    paths: parts
      .flatMap(({ paths }) => paths)
      .toSorted((a, b) => a.nodes.length - b.nodes.length)
      .slice(0, PATHS_MAX),
    ...mergeDependents(parts),
    cycle: parts.find(({ cycle }) => cycle.length > 0)?.cycle ?? [],
    claims: parts.flatMap(({ claims }) => claims).slice(0, CLAIMS_MAX),
  };
}

/** Several documents may name the same dependents. */
function mergeDependents(
  parts: readonly ComponentDescription[],
): Pick<ComponentDescription, 'dependents' | 'dependentCount'> {
  const dependents = new Map(parts.flatMap((part) => part.dependents).map((each) => [JSON.stringify(each), each]));
  const hidden = parts.some((part) => part.dependentCount > part.dependents.length);
  const most = Math.max(0, ...parts.map(({ dependentCount }) => dependentCount));
  return {
    dependents: [...dependents.values()].slice(0, DEPENDENTS_MAX),
    dependentCount: hidden ? Math.max(most, dependents.size) : dependents.size,
  };
}

async function describeIn(
  tx: OrgTx,
  sbom: HoldingSbom,
  document: PackedDocument,
  position: number,
): Promise<ComponentDescription> {
  const source = document.graph();
  const nodes: number[] = [];
  for (const [node, each] of source.ranks.entries()) if (each === position) nodes.push(node);
  const components = nodes.slice(0, OCCURRENCES_MAX).map((node) => document.component(node));
  const graph = toDependencyGraph(source);
  const paths = nodes.slice(0, NODES_WALKED_MAX).flatMap((node) => findPaths(graph, node, PATHS_MAX));
  const dependents = listDependents(graph, nodes);
  const shown = dependents.slice(0, DEPENDENTS_MAX);
  const isHere = new Set(nodes);
  const cycle = findCycles(graph).find((members) => members.some((node) => isHere.has(node))) ?? [];
  const named = [...paths.flat(), ...shown, ...cycle.slice(0, DEPENDENTS_MAX)];
  const refer = await createReferences(tx, sbom, document, source.ranks, named);
  return {
    occurrenceCount: nodes.length,
    occurrences: components.flatMap((component) => (component === undefined ? [] : [{ sbom, component }])),
    paths: paths.map((path) => ({ sbomId: sbom.id, nodes: path.map(refer) })),
    dependentCount: dependents.length,
    dependents: shown.map(refer),
    cycle: cycle.slice(0, DEPENDENTS_MAX).map(refer),
    claims: document
      .claims()
      .filter((claim) => claim.components.some((node) => isHere.has(node)))
      .map((claim) => ({ sbomId: sbom.id, claim })),
  };
}

/** Returns indexes of components, -1 for the subject, without duplicates and in the order of their ranks. */
function listDependents({ usedBy, ranks }: DependencyGraph, nodes: readonly number[]): readonly number[] {
  const dependents = new Map<number, number>();
  for (const node of nodes) {
    for (const user of usedBy.of(node + 1)) dependents.set(ranks?.[user - 1] ?? -1, user - 1);
  }
  return [...dependents].toSorted(([a], [b]) => a - b).map(([, node]) => node);
}

async function createReferences(
  tx: OrgTx,
  sbom: HoldingSbom,
  document: PackedDocument,
  ranks: Int32Array,
  nodes: readonly number[],
): Promise<(node: number) => ComponentReference> {
  const positions = new Set(nodes.filter((node) => node >= 0).map((node) => ranks[node] ?? -1));
  const known = await listAtPositions(tx, sbom.setSha256, [...positions]);
  const { subject } = document;
  const root = { id: null, purl: null, name: subject?.name ?? '', version: subject?.version ?? null };
  return (node) => known.get(ranks[node] ?? -1) ?? root;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
