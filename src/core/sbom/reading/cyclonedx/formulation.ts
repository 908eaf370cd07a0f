/**
 * How the software was made (since 1.5): the components of its formulas are the tools that built it. They are known, so that
 * references to them lead somewhere, and they are not in the software.
 */
import { LIMITS } from '../../../limits.ts';
import { elementsIn, listIn, member, textIn } from '../../foreign-value.ts';
import { toRawComponent } from './component.ts';
import { addServices } from './services.ts';
import { walkComponents } from './tree.ts';
import type { InventoryDraft } from '../inventory-draft.ts';

/** After the components of the document: what is listed there as well is no mere tool. */
export function readFormulation(document: unknown, path: string, draft: InventoryDraft): void {
  let tools = 0;
  for (const [i, formula] of elementsIn(document, 'formulation').entries()) {
    // Services that took part in making the software are none of its own, and are not counted.
    addServices(listIn(formula, 'services'), draft);
    const top = { path: `${path}/formulation/${i}/components`, parent: undefined };
    walkComponents(listIn(formula, 'components'), top, (component, { path: place, parent }) => {
      const name = member(component, 'name');
      // Nobody can look up a vulnerability of something without a name, and it is not among what is counted.
      if (typeof name !== 'string' || draft.findNode(textIn(component, 'bom-ref')) !== undefined) return undefined;
      if (tools === LIMITS.buildToolsPerSbomMax) {
        draft.warnings.add('BUILD_TOOLS_CUT', place);
        return undefined;
      }
      tools += 1;
      const node = draft.addComponent({ ...toRawComponent(component, name), scope: 'build' }, place);
      if (parent !== undefined) draft.addEdge(parent, node);
      return node;
    });
  }
}
