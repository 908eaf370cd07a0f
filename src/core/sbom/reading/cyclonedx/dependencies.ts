/** Parses dependencies. Tools repeat the entry of a component, so entries with the same reference are merged. */
import { elementsIn, member } from '../../foreign-value.ts';
import type { References } from './references.ts';
import type { InventoryDraft } from '../inventory-draft.ts';

// A component that provides another (1.6: an implementation of a specification) also brings it in.
const DEPENDENCY_MEMBERS = ['dependsOn', 'provides'];

export function parseDependencies(document: unknown, path: string, draft: InventoryDraft, references: References): void {
  for (const [i, dependency] of elementsIn(document, 'dependencies').entries()) {
    const place = `${path}/dependencies/${i}`;
    const from = references.find(member(dependency, 'ref'));
    if (from === undefined) draft.warnings.add('REFERENCE_DANGLING', `${place}/ref`);
    if (typeof from !== 'number') continue;
    for (const name of DEPENDENCY_MEMBERS) {
      const targets = member(dependency, name);
      if (targets === undefined || targets === null) continue;
      const list: readonly unknown[] = Array.isArray(targets) ? targets : [targets];
      for (const [j, target] of list.entries()) {
        const to = references.find(target);
        if (to === undefined) draft.warnings.add('REFERENCE_DANGLING', `${place}/${name}/${j}`);
        else if (typeof to === 'number') draft.addEdge(from, to);
      }
    }
  }
}
