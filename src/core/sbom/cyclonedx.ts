/**
 * CycloneDX 1.2 to 1.7. Minor versions only add members, so one reader takes them all and reads what is there.
 * https://cyclonedx.org/docs/1.7/json/
 */
import { elementsIn, listIn, member, textIn, type ForeignList } from './foreign-value.ts';
import type { Inventory } from './inventory.ts';
import { toRawComponent } from './reading/cyclonedx-component.ts';
import { InventoryDraft, SUBJECT } from './reading/inventory-draft.ts';
import { checkTimestamp } from './reading/timestamp.ts';
import { toToolNames } from './reading/tool-names.ts';

/** `path` is the JSON pointer of the document. */
export function readCycloneDx(document: unknown, path: string): Inventory {
  const draft = new InventoryDraft();
  const metadata = member(document, 'metadata');
  const subject = member(metadata, 'component');
  const subjectPath = `${path}/metadata/component`;
  const subjectName = member(subject, 'name');
  const hasSubject = typeof subjectName === 'string';

  checkTimestamp(member(metadata, 'timestamp'), `${path}/metadata/timestamp`, draft.warnings);
  if (hasSubject) draft.setSubject(toRawComponent(subject, subjectName), subjectPath);
  readComponents(elementsIn(document, 'components'), { path: `${path}/components`, parent: undefined }, draft);
  const subjectParent = hasSubject ? SUBJECT : undefined;
  readComponents(listIn(subject, 'components'), { path: `${subjectPath}/components`, parent: subjectParent }, draft);
  readServices(document, draft);
  readDependencies(document, path, draft);
  return draft.toInventory(toToolNames(listTools(member(metadata, 'tools'))));
}

interface Holder {
  /** JSON pointer of the list. */
  readonly path: string;
  /** The nearest component around it that could be read. */
  readonly parent: number | undefined;
}

/** All levels, a component before what it holds, in the order of the document. */
function readComponents(components: ForeignList, top: Holder, draft: InventoryDraft): void {
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

    const node = addComponent(component, path, draft);
    if (node !== undefined && level.parent !== undefined) draft.addEdge(level.parent, node);
    const inner = listIn(component, 'components');
    if (inner.length > 0)
      open.push({
        elements: inner[Symbol.iterator](),
        next: 0,
        path: `${path}/components`,
        parent: node ?? level.parent,
      });
  }
}

function addComponent(component: unknown, path: string, draft: InventoryDraft): number | undefined {
  const name = member(component, 'name');
  if (typeof name === 'string') return draft.addComponent(toRawComponent(component, name), path);
  draft.addUnreadable(path);
  return undefined;
}

/** Services nest like components, and dependencies may lead to them. */
function readServices(document: unknown, draft: InventoryDraft): void {
  const lists = [listIn(document, 'services')];
  for (const services of lists) {
    for (const service of services) {
      const ref = textIn(service, 'bom-ref');
      if (ref !== undefined) draft.addSomethingElse(ref);
      const inner = listIn(service, 'services');
      if (inner.length > 0) lists.push(inner);
    }
  }
}

function readDependencies(document: unknown, path: string, draft: InventoryDraft): void {
  for (const [i, dependency] of elementsIn(document, 'dependencies').entries()) {
    const place = `${path}/dependencies/${i}`;
    const from = draft.findNode(member(dependency, 'ref'));
    if (from === undefined) draft.warnings.add('REFERENCE_DANGLING', `${place}/ref`);
    if (typeof from !== 'number') continue;
    for (const name of ['dependsOn', 'provides']) addEdges(from, member(dependency, name), `${place}/${name}`, draft);
  }
}

// A reference to a component of another document: https://cyclonedx.org/capabilities/bomlink/
const BOM_LINK = /^urn:cdx:/;

function addEdges(from: number, targets: unknown, path: string, draft: InventoryDraft): void {
  if (targets === undefined || targets === null) return;
  const list: readonly unknown[] = Array.isArray(targets) ? targets : [targets];
  for (const [i, target] of list.entries()) {
    if (typeof target === 'string' && BOM_LINK.test(target)) continue;
    const to = draft.findNode(target);
    if (to === undefined) draft.warnings.add('REFERENCE_DANGLING', `${path}/${i}`);
    if (typeof to === 'number') draft.addEdge(from, to);
  }
}

/** A list until 1.4; since 1.5 an object with the lists `components` and `services`. */
function listTools(tools: unknown): readonly unknown[] {
  return Array.isArray(tools) ? tools : [...listIn(tools, 'components'), ...listIn(tools, 'services')];
}
