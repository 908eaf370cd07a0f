/**
 * Edges of formats that state the scope on the edge instead of the component. The inventory gets each edge once; the scopes of
 * components are computed when all edges are known.
 */
import { propagateScopes } from '../graph/propagate-scopes.ts';
import { EdgeList } from '../draft/edge-list.ts';
import type { InventoryDraft } from '../draft/inventory-draft.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

export class ScopedEdges {
  private readonly draft: InventoryDraft;
  private readonly lists = new Map<ComponentScope, EdgeList>();

  constructor(draft: InventoryDraft) {
    this.draft = draft;
  }

  /** `scope` is that of the edge: why the first needs the second. */
  add(from: number, to: number, scope: ComponentScope): void {
    const list = this.lists.get(scope) ?? new EdgeList();
    this.lists.set(scope, list);
    list.add(from, to);
    this.draft.addEdge(from, to);
  }

  /** Must be called once, when components, roots and edges are complete. */
  propagateScopes(): void {
    const { nodeCount, rootNodes } = this.draft;
    const edges = new Map([...this.lists].map(([scope, list]) => [scope, list.toUnique(nodeCount)] as const));
    this.draft.setScopes(propagateScopes({ nodeCount, edges, roots: rootNodes }));
  }
}
