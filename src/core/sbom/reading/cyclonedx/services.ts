/**
 * Services are counted, and references to them lead somewhere. They are no nodes of the graph: what a service needs runs with the
 * service, so an edge through it would claim that the software itself brings a component in. A component that only a service
 * needs cannot be reached, and the graph says that it is partial.
 */
import { elementsIn, listIn, textIn, type ForeignList } from '../../foreign-value.ts';
import type { InventoryDraft } from '../inventory-draft.ts';

export function readServices(document: unknown, draft: InventoryDraft): void {
  draft.serviceCount += addServices(elementsIn(document, 'services'), draft);
}

/** All levels; returns how many there are. */
export function addServices(top: ForeignList, draft: InventoryDraft): number {
  let count = 0;
  const lists: ForeignList[] = [top];
  for (const services of lists) {
    for (const service of services) {
      if (typeof service === 'object' && service !== null) count += 1;
      const ref = textIn(service, 'bom-ref');
      if (ref !== undefined) draft.addSomethingElse(ref);
      const inner = listIn(service, 'services');
      if (inner.length > 0) lists.push(inner);
    }
  }
  return count;
}
