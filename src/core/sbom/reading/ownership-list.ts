/**
 * Which package of the system holds which other component among its files, while a document is read. Documents say of many
 * things that they contain others, images before all; only packages of the system answer for what is in them.
 */
import { isDistributionType } from '../../identity/ecosystem.ts';
import { parsePurl } from '../../identity/purl.ts';
import type { Component } from '../inventory.ts';
import { EdgeList } from './edge-list.ts';

export class OwnershipList {
  private readonly pairs = new EdgeList();
  private readonly components: readonly Component[];
  private readonly isSystem: (boolean | undefined)[] = [];

  /** `components` grows while the document is read. */
  constructor(components: readonly Component[]) {
    this.components = components;
  }

  add(holder: number, held: number): void {
    // Where a holder is known already, most of the pairs need no place: one image holds everything.
    if (this.components[holder] === undefined || this.isSystemPackage(holder)) this.pairs.add(holder, held);
  }

  /** Pairs of owner and owned, when all components are known. */
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

  /** Whether the package manager of the system has installed the component, as far as it says so itself. */
  isSystemPackage(node: number): boolean {
    const component = this.components[node];
    if (component === undefined) return false;
    const known = this.isSystem[node] ?? isOfSystem(component);
    this.isSystem[node] = known;
    return known;
  }
}

function isOfSystem({ purls, packageType }: Component): boolean {
  if (purls.length === 0) return packageType !== undefined && isDistributionType(packageType);
  return purls.some((purl) => isDistributionType(parsePurl(purl).purl?.type ?? ''));
}
