/**
 * Formulation (since 1.5): components of the formulas are build tools. They are recorded, so that references to them resolve, but
 * they are not part of the software.
 */
import { LIMITS } from '../../../limits.ts';
import { elementsIn, listIn, member, textIn } from '../../foreign-value.ts';
import { toRawComponent } from './component.ts';
import { addServices } from './services.ts';
import { walkComponents } from './tree.ts';
import type { InventoryDraft } from '../inventory-draft.ts';

/** Must run after the components of the document: a tool that is also listed there is an ordinary component. */
export function parseFormulation(document: unknown, path: string, draft: InventoryDraft): void {
  let tools = 0;
  for (const [i, formula] of elementsIn(document, 'formulation').entries()) {
    // Services used in the build are not services of the software, and are not counted.
    addServices(listIn(formula, 'services'), draft);
    const top = { path: `${path}/formulation/${i}/components`, parent: undefined };
    walkComponents(listIn(formula, 'components'), top, (component, { path: place, parent }) => {
      const name = member(component, 'name');
      // A tool without a name cannot be matched, and is not counted.
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
