/**
 * Collects the components that system packages own as files, during parsing. Documents state containment for many elements, above
 * all images, but only system packages are owners.
 */
import { isDistributionType } from '../../identity/ecosystem.ts';
import { parsePurl } from '../../identity/purl.ts';
import type { Component } from '../inventory.ts';
import { EdgeList } from './edge-list.ts';

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
