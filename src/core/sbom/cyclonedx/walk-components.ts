/** Walks nested components at any depth. */
import { listIn, type UntrustedList } from '../untrusted-value.ts';

export interface Holder {
  /** JSON pointer of the list. */
  readonly path: string;
  /** The nearest enclosing component that could be parsed. */
  readonly parent: number | undefined;
}

/** Adds the component at the JSON pointer and returns its node; undefined if it has none. */
export type AddComponent = (component: unknown, place: Holder) => number | undefined;

/** All levels, parents before children, in document order. */
export function walkComponents(components: UntrustedList, top: Holder, add: AddComponent): void {
  const open = [{ elements: components[Symbol.iterator](), next: 0, ...top }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const element = level.elements.next();
    if (element.done === true) {
      open.pop();
      continue;
    }
    const component: unknown = element.value;
    const path = `${level.path}/${level.next}`;
    level.next += 1;

    const node = add(component, { path, parent: level.parent });
    const inner = listIn(component, 'components');
    if (inner.length === 0) continue;
    const elements = inner[Symbol.iterator]();
    open.push({ elements, next: 0, path: `${path}/components`, parent: node ?? level.parent });
  }
}
