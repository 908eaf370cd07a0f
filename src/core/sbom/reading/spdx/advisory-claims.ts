/** Collects vulnerabilities that packages of a document refer to: one claim each, with all packages that refer to it. */
import { LIMITS } from '../../../limits.ts';
import type { InventoryDraft } from '../inventory-draft.ts';

export class AdvisoryClaims {
  private readonly found = new Map<string, { readonly nodes: Set<number>; readonly path: string }>();

  add(id: string, node: number, path: string): void {
    const claim = this.found.get(id) ?? { nodes: new Set(), path };
    this.found.set(id, claim);
    if (claim.nodes.size < LIMITS.componentsPerClaimMax) claim.nodes.add(node);
  }

  /** Claims have no state: a reference to an advisory does not say whether the package is affected. */
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
