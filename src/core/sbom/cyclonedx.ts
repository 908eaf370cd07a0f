/**
 * Parses CycloneDX 1.2 to 1.7. Minor versions only add members, so one parser handles all of them.
 * https://cyclonedx.org/docs/1.7/json/
 */
import { elementsIn, listIn, member, textIn } from './foreign-value.ts';
import type { Inventory } from './inventory.ts';
import { systemOf, toRawComponent } from './reading/cyclonedx/component.ts';
import { parseCompositions } from './reading/cyclonedx/compositions.ts';
import { parseDependencies } from './reading/cyclonedx/dependencies.ts';
import { parseFormulation } from './reading/cyclonedx/formulation.ts';
import { References } from './reading/cyclonedx/references.ts';
import { parseImageFacts } from './reading/cyclonedx/image-facts.ts';
import { parsePhases } from './reading/cyclonedx/phases.ts';
import { parseServices } from './reading/cyclonedx/services.ts';
import { walkComponents, type AddComponent } from './reading/cyclonedx/tree.ts';
import { parseVulnerabilities } from './reading/cyclonedx/vulnerabilities.ts';
import { InventoryDraft, SUBJECT } from './reading/inventory-draft.ts';
import { checkTimestamp } from './reading/timestamp.ts';
import { toToolNames } from './reading/tool-names.ts';
import { parseToolProperties } from './reading/cyclonedx/tool-properties.ts';

/** `path` is the JSON pointer of the document. */
export function parseCycloneDx(document: unknown, path: string): Inventory {
  const draft = new InventoryDraft();
  const references = new References(draft, document);
  const metadata = member(document, 'metadata');
  parseSerialNumber(document, draft);
  parseMetadata(metadata, path, draft);
  parseComponents(document, path, draft, references);
  parseFormulation(document, path, draft);
  parseServices(document, draft);
  parseDependencies(document, path, draft, references);
  draft.correctScopes();
  parseCompositions(document, draft, references);
  parseVulnerabilities(document, path, draft, references);
  return draft.toInventory(toToolNames(listTools(member(metadata, 'tools'))));
}

const SERIAL_NUMBER = /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** BOM-Links refer to the serial number and version; versions start at 1, which is also the default. */
function parseSerialNumber(document: unknown, draft: InventoryDraft): void {
  const serialNumber = textIn(document, 'serialNumber');
  const version = member(document, 'version') ?? 1;
  if (serialNumber !== undefined && SERIAL_NUMBER.test(serialNumber)) draft.serialNumber = serialNumber.toLowerCase();
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > 0) draft.version = version;
}

function parseMetadata(metadata: unknown, path: string, draft: InventoryDraft): void {
  checkTimestamp(member(metadata, 'timestamp'), `${path}/metadata/timestamp`, draft.warnings);
  const subject = member(metadata, 'component');
  const name = member(subject, 'name');
  if (typeof name === 'string') draft.setSubject(toRawComponent(subject, name), `${path}/metadata/component`);
  const system = systemOf(parseToolProperties(metadata));
  if (system !== undefined) draft.addSystem(system);
  parsePhases(metadata, draft);
  draft.image = parseImageFacts(metadata);
}

function parseComponents(document: unknown, path: string, draft: InventoryDraft, references: References): void {
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
