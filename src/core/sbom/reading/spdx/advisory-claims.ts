/** Vulnerabilities that the packages of a document name themselves: one claim each, with all the packages that name it. */
import { LIMITS } from '../../../limits.ts';
import type { InventoryDraft } from '../inventory-draft.ts';

export class AdvisoryClaims {
  private readonly found = new Map<string, { readonly nodes: Set<number>; readonly path: string }>();

  add(id: string, node: number, path: string): void {
    const claim = this.found.get(id) ?? { nodes: new Set(), path };
    this.found.set(id, claim);
    if (claim.nodes.size < LIMITS.componentsPerClaimMax) claim.nodes.add(node);
  }

  /** Without a state: that an advisory is named says neither that the package is affected nor that it is not. */
  addTo(draft: InventoryDraft): void {
    for (const [id, { nodes, path }] of this.found) {
      draft.addClaim(
        {
          id,
          source: undefined,
          components: [...nodes],
          state: undefined,
          justification: undefined,
          detail: undefined,
        },
        path,
      );
    }
  }
}
