/**
 * Parses CycloneDX 1.2 to 1.7. Minor versions only add members, so one parser handles all of them.
 * https://cyclonedx.org/docs/1.7/json/
 */
import { memberIn } from '../../json/members.ts';
import { elementsIn, listIn, textIn } from '../untrusted-value.ts';
import type { Inventory } from '../inventory.ts';
import { systemOf, toRawComponent } from './component.ts';
import { parseCompositions } from './compositions.ts';
import { References } from './references.ts';
import { parseImageFacts } from './image-facts.ts';
import { parseServices, addServices } from './services.ts';
import { walkComponents, type AddComponent } from './walk-components.ts';
import { parseVulnerabilities } from './vulnerabilities.ts';
import { InventoryDraft, SUBJECT } from '../draft/inventory-draft.ts';
import { checkTimestamp } from '../draft/timestamp.ts';
import { toToolNames } from '../draft/tool-names.ts';
import { parseToolProperties } from './tool-properties.ts';
import { LIMITS } from '../../limits.ts';

// Lifecycle phases of a document (since 1.5): a phase defined by CycloneDX, or a custom one, which is ignored.
// https://cyclonedx.org/docs/1.7/json/#metadata_lifecycles
const PHASES: ReadonlySet<string> = new Set([
  'design',
  'pre-build',
  'build',
  'post-build',
  'operations',
  'discovery',
  'decommission',
]);

function parsePhases(metadata: unknown, draft: InventoryDraft): void {
  for (const lifecycle of listIn(metadata, 'lifecycles')) {
    const phase = textIn(lifecycle, 'phase') ?? '';
    if (PHASES.has(phase)) draft.phases.add(phase);
  }
}

// Parses dependencies. Tools repeat the entry of a component, so entries with the same reference are merged.

// A component that provides another (1.6: an implementation of a specification) also brings it in.
const DEPENDENCY_MEMBERS = ['dependsOn', 'provides'];

function parseDependencies(document: unknown, path: string, draft: InventoryDraft, references: References): void {
  for (const [i, dependency] of elementsIn(document, 'dependencies').entries()) {
    const place = `${path}/dependencies/${i}`;
    const from = references.find(memberIn(dependency, 'ref'));
    if (from === undefined) draft.warnings.add('REFERENCE_DANGLING', `${place}/ref`);
    if (typeof from !== 'number') continue;
    for (const name of DEPENDENCY_MEMBERS) {
      const targets = memberIn(dependency, name);
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

/** `path` is the JSON pointer of the document. */
export function parseCycloneDx(document: unknown, path: string): Inventory {
  const draft = new InventoryDraft();
  const references = new References(draft, document);
  const metadata = memberIn(document, 'metadata');
  parseSerialNumber(document, draft);
  parseMetadata(metadata, path, draft);
  parseComponents(document, path, draft, references);
  parseFormulation(document, path, draft);
  parseServices(document, draft);
  parseDependencies(document, path, draft, references);
  draft.correctScopes();
  parseCompositions(document, draft, references);
  parseVulnerabilities(document, path, draft, references);
  return draft.toInventory(toToolNames(listTools(memberIn(metadata, 'tools'))));
}

const SERIAL_NUMBER = /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** BOM-Links refer to the serial number and version; versions start at 1, which is also the default. */
function parseSerialNumber(document: unknown, draft: InventoryDraft): void {
  const serialNumber = textIn(document, 'serialNumber');
  const version = memberIn(document, 'version') ?? 1;
  if (serialNumber !== undefined && SERIAL_NUMBER.test(serialNumber)) draft.serialNumber = serialNumber.toLowerCase();
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > 0) draft.version = version;
}

function parseMetadata(metadata: unknown, path: string, draft: InventoryDraft): void {
  checkTimestamp(memberIn(metadata, 'timestamp'), `${path}/metadata/timestamp`, draft.warnings);
  const subject = memberIn(metadata, 'component');
  const name = memberIn(subject, 'name');
  if (typeof name === 'string') draft.setSubject(toRawComponent(subject, name), `${path}/metadata/component`);
  const system = systemOf(parseToolProperties(metadata));
  if (system !== undefined) draft.addSystem(system);
  parsePhases(metadata, draft);
  draft.image = parseImageFacts(metadata);
}

function parseComponents(document: unknown, path: string, draft: InventoryDraft, references: References): void {
  const subject = memberIn(memberIn(document, 'metadata'), 'component');
  const subjectNode = typeof memberIn(subject, 'name') === 'string' ? SUBJECT : undefined;
  const subjectRef = subjectNode === undefined ? undefined : textIn(subject, 'bom-ref');
  // Maps each component nested at any depth in a system package to that package.
  const holders = new Map<number, number>();
  const add: AddComponent = (component, { path: place, parent }) => {
    const name = memberIn(component, 'name');
    if (typeof name !== 'string') {
      draft.addUnreadable(place);
      return undefined;
    }
    const raw = toRawComponent(component, name);
    const node = draft.addComponent(raw, place);
    // Some documents list their subject a second time among the components.
    if (raw.ref !== undefined && raw.ref === subjectRef) draft.addRoot(node);
    if (parent !== undefined) draft.addEdge(parent, node);
    const holder = parent === undefined || draft.isSystemPackage(parent) ? parent : holders.get(parent);
    if (holder !== undefined) {
      holders.set(node, holder);
      draft.addContainment(holder, node);
    }
    const purl = raw.purls[0]?.value;
    if (raw.ref === undefined && typeof purl === 'string') references.addByPurl(purl, node);
    return node;
  };
  walkComponents(elementsIn(document, 'components'), { path: `${path}/components`, parent: undefined }, add);
  const inner = { path: `${path}/metadata/component/components`, parent: subjectNode };
  walkComponents(listIn(subject, 'components'), inner, add);
}

/** An array until 1.4; since 1.5 an object with the arrays `components` and `services`. */
function listTools(tools: unknown): readonly unknown[] {
  return Array.isArray(tools) ? tools : [...listIn(tools, 'components'), ...listIn(tools, 'services')];
}

// Formulation (since 1.5): components of the formulas are build tools. They are recorded, so that references to them resolve,
// but they are not part of the software.

/** Must run after the components of the document: a tool that is also listed there is an ordinary component. */
function parseFormulation(document: unknown, path: string, draft: InventoryDraft): void {
  let tools = 0;
  for (const [i, formula] of elementsIn(document, 'formulation').entries()) {
    // Services used in the build are not services of the software, and are not counted.
    addServices(listIn(formula, 'services'), draft);
    const top = { path: `${path}/formulation/${i}/components`, parent: undefined };
    walkComponents(listIn(formula, 'components'), top, (component, { path: place, parent }) => {
      const name = memberIn(component, 'name');
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
