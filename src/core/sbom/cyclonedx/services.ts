/**
 * Services are counted, and references to them resolve. They are not nodes of the graph: dependencies of a service run with the
 * service, so an edge through it would claim that the software itself brings a component in. A component that only a service
 * needs is unreachable, and the graph is partial.
 */
import { elementsIn, listIn, textIn, type UntrustedList } from '../untrusted-value.ts';
import type { InventoryDraft } from '../draft/inventory-draft.ts';

export function parseServices(document: unknown, draft: InventoryDraft): void {
  draft.serviceCount += addServices(elementsIn(document, 'services'), draft);
}

/** Adds all levels; returns the number of services. */
export function addServices(top: UntrustedList, draft: InventoryDraft): number {
  let count = 0;
  const lists: UntrustedList[] = [top];
  for (const services of lists) {
    for (const service of services) {
      if (typeof service === 'object' && service !== null) count += 1;
      const ref = textIn(service, 'bom-ref');
      if (ref !== undefined) draft.addOtherTarget(ref);
      const inner = listIn(service, 'services');
      if (inner.length > 0) lists.push(inner);
    }
  }
  return count;
}
