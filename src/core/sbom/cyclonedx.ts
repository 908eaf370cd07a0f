/**
 * Parses CycloneDX 1.2 to 1.7. Minor versions only add members, so one parser handles all of them.
 * https://cyclonedx.org/docs/1.7/json/
 */
import { elementsIn, listIn, member, textIn } from './foreign-value.ts';
import type { Inventory } from './inventory.ts';
import { systemOf, toRawComponent } from './reading/cyclonedx/component.ts';
import { readCompositions } from './reading/cyclonedx/compositions.ts';
import { readDependencies } from './reading/cyclonedx/dependencies.ts';
import { readFormulation } from './reading/cyclonedx/formulation.ts';
import { References } from './reading/cyclonedx/references.ts';
import { readImageFacts } from './reading/cyclonedx/image-facts.ts';
import { readPhases } from './reading/cyclonedx/phases.ts';
import { readServices } from './reading/cyclonedx/services.ts';
import { walkComponents, type AddComponent } from './reading/cyclonedx/tree.ts';
import { readVulnerabilities } from './reading/cyclonedx/vulnerabilities.ts';
import { InventoryDraft, SUBJECT } from './reading/inventory-draft.ts';
import { checkTimestamp } from './reading/timestamp.ts';
import { toToolNames } from './reading/tool-names.ts';
import { readToolProperties } from './reading/cyclonedx/tool-properties.ts';

/** `path` is the JSON pointer of the document. */
export function readCycloneDx(document: unknown, path: string): Inventory {
  const draft = new InventoryDraft();
  const references = new References(draft, document);
  const metadata = member(document, 'metadata');
  readSerialNumber(document, draft);
  readHead(metadata, path, draft);
  readComponents(document, path, draft, references);
  readFormulation(document, path, draft);
  readServices(document, draft);
  readDependencies(document, path, draft, references);
  draft.raiseNeeded();
  readCompositions(document, draft, references);
  readVulnerabilities(document, path, draft, references);
  return draft.toInventory(toToolNames(listTools(member(metadata, 'tools'))));
}

const SERIAL_NUMBER = /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** BOM-Links refer to the serial number and version; versions start at 1, which is also the default. */
function readSerialNumber(document: unknown, draft: InventoryDraft): void {
  const serialNumber = textIn(document, 'serialNumber');
  const version = member(document, 'version') ?? 1;
  if (serialNumber !== undefined && SERIAL_NUMBER.test(serialNumber)) draft.serialNumber = serialNumber.toLowerCase();
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > 0) draft.version = version;
}

function readHead(metadata: unknown, path: string, draft: InventoryDraft): void {
  checkTimestamp(member(metadata, 'timestamp'), `${path}/metadata/timestamp`, draft.warnings);
  const subject = member(metadata, 'component');
  const name = member(subject, 'name');
  if (typeof name === 'string') draft.setSubject(toRawComponent(subject, name), `${path}/metadata/component`);
  const system = systemOf(readToolProperties(metadata));
  if (system !== undefined) draft.addSystem(system);
  readPhases(metadata, draft);
  draft.image = readImageFacts(metadata);
}

function readComponents(document: unknown, path: string, draft: InventoryDraft, references: References): void {
  const subject = member(member(document, 'metadata'), 'component');
  const subjectNode = typeof member(subject, 'name') === 'string' ? SUBJECT : undefined;
  const subjectRef = subjectNode === undefined ? undefined : textIn(subject, 'bom-ref');
  // Maps each component nested at any depth in a system package to that package.
  const holders = new Map<number, number>();
  const add: AddComponent = (component, { path: place, parent }) => {
    const name = member(component, 'name');
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
      draft.addHolding(holder, node);
    }
    const purl = raw.purls[0]?.value;
    if (raw.ref === undefined && typeof purl === 'string') references.addNameless(purl, node);
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
