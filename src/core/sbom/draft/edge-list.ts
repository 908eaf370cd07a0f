/** Edges and ownerships between the components of an inventory during parsing. */
import { isDistributionType } from '../../identity/ecosystems/ecosystem.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import type { Component } from '../inventory.ts';

/**
 * Collects edges as packed integers outside the heap of the thread, because five million objects would fill it. Duplicates are
 * removed at the end, in linear time and without a table of pairs.
 */
export class EdgeList {
  private pairs = new Int32Array(2_048);
  private length = 0;

  /** Nodes start at -1, the subject. */
  add(from: number, to: number): void {
    if (this.length === this.pairs.length) {
      const grown = new Int32Array(this.pairs.length * 2);
      grown.set(this.pairs);
      this.pairs = grown;
    }
    this.pairs[this.length] = from;
    this.pairs[this.length + 1] = to;
    this.length += 2;
  }

  /** Pairs of from and to, grouped by from, without duplicates. `nodeMax` is the largest node. */
  toUnique(nodeMax: number): Int32Array {
    const sorted = this.sortByFrom(nodeMax);
    // For each target, the last node with an edge to it, plus two; zero means none.
    const seenFrom = new Int32Array(nodeMax + 2);
    let length = 0;
    for (let i = 0; i < sorted.length; i += 2) {
      const from = sorted[i] ?? 0;
      const to = sorted[i + 1] ?? 0;
      if (seenFrom[to + 1] === from + 2) continue;
      seenFrom[to + 1] = from + 2;
      sorted[length] = from;
      sorted[length + 1] = to;
      length += 2;
    }
    return sorted.slice(0, length);
  }

  private sortByFrom(nodeMax: number): Int32Array {
    const next = new Int32Array(nodeMax + 3);
    for (let i = 0; i < this.length; i += 2) {
      const after = (this.pairs[i] ?? 0) + 2;
      next[after] = (next[after] ?? 0) + 2;
    }
    for (let node = 1; node < next.length; node += 1) next[node] = (next[node] ?? 0) + (next[node - 1] ?? 0);

    const sorted = new Int32Array(this.length);
    for (let i = 0; i < this.length; i += 2) {
      const from = this.pairs[i] ?? 0;
      const at = next[from + 1] ?? 0;
      sorted[at] = from;
      sorted[at + 1] = this.pairs[i + 1] ?? 0;
      next[from + 1] = at + 2;
    }
    return sorted;
  }
}

/**
 * Collects the components that system packages own as files, during parsing. Documents state containment for many elements, above
 * all images, but only system packages are owners.
 */
export class OwnershipList {
  private readonly pairs = new EdgeList();
  private readonly components: readonly Component[];
  private readonly isSystem: (boolean | undefined)[] = [];

  /** `components` grows during parsing. */
  constructor(components: readonly Component[]) {
    this.components = components;
  }

  add(holder: number, held: number): void {
    // Skips pairs of holders that are known not to be system packages: an image contains everything.
    if (this.components[holder] === undefined || this.isSystemPackage(holder)) this.pairs.add(holder, held);
  }

  /** Pairs of owner and owned, once all components are known. */
  toPairs(): Int32Array {
    const pairs = this.pairs.toUnique(this.components.length);
    let length = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      const [owner = -1, owned = -1] = [pairs[i], pairs[i + 1]];
      if (!this.isSystemPackage(owner) || owned === -1 || this.isSystemPackage(owned)) continue;
      pairs[length] = owner;
      pairs[length + 1] = owned;
      length += 2;
    }
    return pairs.slice(0, length);
  }

  /** Whether the component was installed by the package manager of the system, as far as the document says so. */
  isSystemPackage(node: number): boolean {
    const component = this.components[node];
    if (component === undefined) return false;
    const known = this.isSystem[node] ?? isSystemComponent(component);
    this.isSystem[node] = known;
    return known;
  }
}

function isSystemComponent({ purls, packageType }: Component): boolean {
  if (purls.length === 0) return packageType !== undefined && isDistributionType(packageType);
  return purls.some((purl) => isDistributionType(parsePurl(purl).purl?.type ?? ''));
}
