/** Inventories for tests: components with defaults that a test can change, and a comparable form. */
import fc from 'fast-check';
import { toGraphSource, type GraphSource } from '../../src/core/sbom/graph/dependency-graph.ts';
import type { Component, Inventory } from '../../src/core/sbom/inventory.ts';

export function aComponent(changes: Partial<Component> = {}): Component {
  return {
    ref: 'left-pad',
    type: 'library',
    group: undefined,
    name: 'left-pad',
    version: '1.3.0',
    purls: ['pkg:npm/left-pad@1.3.0'],
    cpes: [],
    scope: 'required',
    source: undefined,
    packageType: undefined,
    epoch: undefined,
    module: undefined,
    details: undefined,
    ...changes,
  };
}

/** Returns edges as `from > to`, by the references of the components; the subject is `*`. In the order of the inventory. */
export function edgesOf({ components, edges }: Inventory): string[] {
  return pairsOf(components, edges);
}

/** Returns ownerships as `owner > owned`. */
export function ownershipsOf({ components, ownerships }: Inventory): string[] {
  return pairsOf(components, ownerships);
}

function pairsOf(components: readonly Component[], pairs: Int32Array): string[] {
  const nameOf = (index: number | undefined): string => nodeNameOf(components, index ?? 0);
  return Array.from({ length: pairs.length / 2 }, (_, i) => `${nameOf(pairs[i * 2])} > ${nameOf(pairs[i * 2 + 1])}`);
}

function nodeNameOf(components: readonly Component[], node: number): string {
  return node === -1 ? '*' : (components[node]?.ref ?? '?');
}

/** Returns `CODE count` for each warning. */
export function warningsOf({ warnings }: Inventory): string[] {
  return warnings.map(({ code, count }) => `${code} ${count}`);
}

/** Returns the inventory in a form that does not depend on the order of its lists. */
export function withoutOrder(inventory: Inventory): object {
  const { subject, components, roots, claims, edges: _, ownerships: __, warnings: ___, ...others } = inventory;
  const namesOf = (nodes: Iterable<number>): string[] => Array.from(nodes, (node) => nodeNameOf(components, node));
  return {
    ...others,
    subject: subject && toSortedText(subject),
    components: components.map(toSortedText).toSorted(),
    edges: edgesOf(inventory).toSorted(),
    ownerships: ownershipsOf(inventory).toSorted(),
    roots: namesOf(roots).toSorted(),
    claims: claims.map((claim) => toSortedText({ ...claim, components: namesOf(claim.components) })).toSorted(),
    warnings: warningsOf(inventory),
  };
}

function toSortedText(value: object): string {
  return JSON.stringify(value, (_, each: unknown) => (Array.isArray(each) ? each.toSorted(byText) : each));
}

function byText(a: unknown, b: unknown): number {
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
  return x < y ? -1 : Number(x > y);
}

export type Edge = readonly [from: number, to: number];

/** Builds components named a, b, c, ...; -1 is the subject. Groups are components that only hold packages together. */
export function aGraph(
  count: number,
  edges: readonly Edge[],
  groups: readonly number[] = [],
): GraphSource & Pick<Inventory, 'components'> {
  const components = Array.from({ length: count }, (_, n) =>
    aComponent({ name: String.fromCharCode(97 + n), ...(groups.includes(n) && { type: 'application', purls: [] }) }),
  );
  const source = { components, edges: Int32Array.from(edges.flat()), roots: Int32Array.of(-1) };
  return { ...source, ...toGraphSource(source) };
}

/** Small graphs with cycles, loops, several roots and disconnected parts. */
export const someGraph = fc.integer({ min: 1, max: 8 }).chain((count) => {
  const node = fc.integer({ min: -1, max: count - 1 });
  return fc.record({
    count: fc.constant(count),
    edges: fc.uniqueArray(fc.tuple(node, node), { maxLength: 24, selector: ([from, to]) => `${from} ${to}` }),
    groups: fc.subarray([0, 1, 2]),
  });
});
