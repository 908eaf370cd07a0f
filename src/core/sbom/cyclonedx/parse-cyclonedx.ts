/**
 * Parses CycloneDX 1.2 to 1.7. Minor versions only add members, so one parser handles all of them.
 * https://cyclonedx.org/docs/1.7/json/
 */
import { decodePercent } from '../../identity/identifier-text.ts';
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { fitFreeText } from '../draft/fit-text.ts';
import { InventoryDraft, SUBJECT } from '../draft/inventory-draft.ts';
import type { Inventory } from '../inventory.ts';
import { elementsIn, listIn, listOf, textIn, type UntrustedList } from '../untrusted-value.ts';
import { systemOf, toRawComponent } from './component.ts';
import { parseImageFacts, parseToolProperties } from './tool-properties.ts';

interface ParseContext {
  readonly document: unknown;
  /** JSON pointer of the document. */
  readonly path: string;
  readonly draft: InventoryDraft;
  readonly references: References;
}

/** Compositions and vulnerabilities come after everything that can be referenced. */
export function parseCycloneDx(document: unknown, path: string): Inventory {
  const draft = new InventoryDraft();
  const context: ParseContext = { document, path, draft, references: new References(draft, document) };
  const metadata = memberIn(document, 'metadata');
  parseSerialNumber(context);
  parseMetadata(metadata, context);
  parseComponents(context);
  parseFormulation(context);
  draft.serviceCount = addServices(elementsIn(document, 'services'), draft);
  parseDependencies(context);
  draft.correctScopes();
  parseCompositions(context);
  parseVulnerabilities(context);
  return draft.toInventory(listTools(memberIn(metadata, 'tools')));
}

const BOM_LINK = /^urn:cdx:/i;
const UUID_URN = /^urn:uuid:/i;
const AFTER_SERIAL = /[/#]/;

/**
 * Resolves references. Most are the `bom-ref` of an element; a BOM-Link names a document and an element in it, which may be this
 * document: `urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#left-pad`. https://cyclonedx.org/capabilities/bomlink/
 */
class References {
  private readonly draft: InventoryDraft;
  private readonly serial: string | undefined;
  private readonly byPurl = new Map<string, number>();

  constructor(draft: InventoryDraft, document: unknown) {
    this.draft = draft;
    this.serial = textIn(document, 'serialNumber')?.replace(UUID_URN, '').toLowerCase();
  }

  /** Some tools omit the bom-ref and refer to a component by its purl. Of equal purls the first counts. */
  addByPurl(purl: string, node: number): void {
    if (!this.byPurl.has(purl)) this.byPurl.set(purl, node);
  }

  /** A node; `something-else` for an element that is not a component, in this or another document; undefined if dangling. */
  find(ref: unknown): number | 'something-else' | undefined {
    const found = this.draft.findNode(ref);
    if (found !== undefined || typeof ref !== 'string') return found;
    return BOM_LINK.test(ref) ? this.followLink(ref) : this.byPurl.get(ref);
  }

  // The version of the document is not compared: an element of an earlier version is most likely still the same.
  private followLink(link: string): number | 'something-else' {
    const [serial] = link.replace(BOM_LINK, '').split(AFTER_SERIAL, 1);
    const hash = link.indexOf('#');
    if (this.serial === undefined || serial?.toLowerCase() !== this.serial || hash === -1) return 'something-else';
    const ref = link.slice(hash + 1);
    return this.draft.findNode(ref) ?? this.draft.findNode(decodePercent(ref).text) ?? 'something-else';
  }
}

const SERIAL_NUMBER = /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** BOM-Links refer to the serial number and version; versions start at 1, which is also the default. */
function parseSerialNumber({ document, draft }: ParseContext): void {
  const serialNumber = textIn(document, 'serialNumber');
  const version = memberIn(document, 'version') ?? 1;
  if (serialNumber !== undefined && SERIAL_NUMBER.test(serialNumber)) draft.serialNumber = serialNumber.toLowerCase();
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > 0) draft.version = version;
}

// Phases since 1.5; a custom one is ignored. https://cyclonedx.org/docs/1.7/json/#metadata_lifecycles
const PHASES: ReadonlySet<string> = new Set([
  'design',
  'pre-build',
  'build',
  'post-build',
  'operations',
  'discovery',
  'decommission',
]);

function parseMetadata(metadata: unknown, { path, draft }: ParseContext): void {
  draft.checkTimestamp(memberIn(metadata, 'timestamp'), `${path}/metadata/timestamp`);
  const subject = memberIn(metadata, 'component');
  const name = memberIn(subject, 'name');
  if (typeof name === 'string') draft.setSubject(toRawComponent(subject, name), `${path}/metadata/component`);
  const system = systemOf(parseToolProperties(metadata));
  if (system !== undefined) draft.addSystem(system);
  for (const lifecycle of listIn(metadata, 'lifecycles')) {
    const phase = textIn(lifecycle, 'phase') ?? '';
    if (PHASES.has(phase)) draft.phases.add(phase);
  }
  draft.image = parseImageFacts(metadata);
}

/** An array until 1.4; since 1.5 an object with the arrays `components` and `services`. */
function listTools(tools: unknown): readonly unknown[] {
  return Array.isArray(tools) ? tools : [...listIn(tools, 'components'), ...listIn(tools, 'services')];
}

function parseComponents({ document, path, draft, references }: ParseContext): void {
  const subject = memberIn(memberIn(document, 'metadata'), 'component');
  const subjectNode = typeof memberIn(subject, 'name') === 'string' ? SUBJECT : undefined;
  const subjectRef = subjectNode === undefined ? undefined : textIn(subject, 'bom-ref');
  // Maps each component nested at any depth in a system package to that package.
  const holders = new Map<number, number>();
  const add: AddComponent = (component, { path: place, parent }) => {
    const name = memberIn(component, 'name');
    if (typeof name !== 'string') {
      draft.warnings.add('COMPONENT_UNREADABLE', place);
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

/**
 * Formulation (since 1.5): components of the formulas are build tools. They are recorded, so that references to them resolve, but
 * they are not part of the software. Must run after the components of the document: a tool that is also listed there is an ordinary
 * component.
 */
function parseFormulation({ document, path, draft }: ParseContext): void {
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

interface Holder {
  /** JSON pointer of the list. */
  readonly path: string;
  /** The nearest enclosing component that could be parsed. */
  readonly parent: number | undefined;
}

/** Adds the component at the JSON pointer and returns its node; undefined if it has none. */
type AddComponent = (component: unknown, place: Holder) => number | undefined;

/** All levels, parents before children, in document order. */
function walkComponents(components: UntrustedList, top: Holder, add: AddComponent): void {
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

/**
 * Adds services at all levels and returns their number. References to them resolve, but they are not nodes of the graph:
 * dependencies of a service run with the service, so an edge through it would claim that the software itself brings a component in.
 * A component that only a service needs is unreachable, and the graph is partial.
 */
function addServices(top: UntrustedList, draft: InventoryDraft): number {
  let count = 0;
  const lists: UntrustedList[] = [top];
  for (const services of lists) {
    for (const service of services) {
      if (typeof service === 'object' && service !== null) count += 1;
      const ref = textIn(service, 'bom-ref');
      if (ref !== undefined) draft.addOtherTarget(ref);
      const inner = listIn(service, 'services');
      if (inner.length > 0) lists.push(inner);
    }
  }
  return count;
}

// A component that provides another (1.6: an implementation of a specification) also brings it in.
const DEPENDENCY_MEMBERS = ['dependsOn', 'provides'];

/** Tools repeat the entry of a component, so entries with the same reference are merged. */
function parseDependencies({ document, path, draft, references }: ParseContext): void {
  for (const [i, dependency] of elementsIn(document, 'dependencies').entries()) {
    const place = `${path}/dependencies/${i}`;
    const from = references.find(memberIn(dependency, 'ref'));
    if (from === undefined) draft.warnings.add('REFERENCE_DANGLING', `${place}/ref`);
    if (typeof from !== 'number') continue;
    for (const name of DEPENDENCY_MEMBERS) {
      for (const [j, target] of listOf(memberIn(dependency, name)).entries()) {
        const to = references.find(target);
        if (to === undefined) draft.warnings.add('REFERENCE_DANGLING', `${place}/${name}/${j}`);
        else if (typeof to === 'number') draft.addEdge(from, to);
      }
    }
  }
}

/**
 * Completeness of the document. A stated gap makes the graph partial:
 *
 * - `incomplete` and its variants, for the whole document or for assemblies or dependencies of something that it lists;
 * - `unknown` for the subject.
 *
 * `complete` does not outweigh unreachable components, but it is recorded: for the whole document, or for the dependencies of the
 * subject if no other part is stated as less. cyclonedx-gomod writes `unknown` for every dependency of the main module, so it is
 * ignored for other components, and so is `not_specified`.
 * https://cyclonedx.org/docs/1.7/json/#compositions
 */
function parseCompositions({ document, draft, references }: ParseContext): void {
  let isWhole = false;
  let isLess = false;
  for (const composition of elementsIn(document, 'compositions')) {
    if (hasStatedGap(composition, references)) draft.isIncomplete = true;
    if (textIn(composition, 'aggregate') === 'complete') isWhole ||= isForWholeDocument(composition, references);
    else isLess = true;
  }
  draft.isStatedComplete = isWhole && !isLess && !draft.isIncomplete;
}

function isForWholeDocument(composition: unknown, references: References): boolean {
  const parts = PARTS.flatMap((name) => listIn(composition, name));
  if (parts.length === 0) return true;
  return listIn(composition, 'dependencies').some((ref) => references.find(ref) === SUBJECT);
}

const PARTS = ['assemblies', 'dependencies', 'vulnerabilities'];

function hasStatedGap(composition: unknown, references: References): boolean {
  const aggregate = textIn(composition, 'aggregate') ?? '';
  const parts = [...listIn(composition, 'assemblies'), ...listIn(composition, 'dependencies')];
  if (aggregate === 'unknown') return parts.some((ref) => references.find(ref) === SUBJECT);
  if (!aggregate.startsWith('incomplete')) return false;
  if (parts.length > 0) return parts.some((ref) => typeof references.find(ref) === 'number');
  // A composition of vulnerabilities says nothing about the graph.
  return listIn(composition, 'vulnerabilities').length === 0;
}

/** Vulnerability claims of the document itself (since 1.4). An entry without a vulnerability id claims nothing. */
function parseVulnerabilities(context: ParseContext): void {
  const { document, path, draft } = context;
  for (const [i, vulnerability] of elementsIn(document, 'vulnerabilities').entries()) {
    const place = `${path}/vulnerabilities/${i}`;
    const fit = (holder: unknown, name: string, charactersMax: number): string | undefined =>
      fitFreeText(memberIn(holder, name), { charactersMax, path: place, warnings: draft.warnings });
    const id = fit(vulnerability, 'id', LIMITS.advisoryIdCharactersMax);
    if (id === undefined) continue;
    const analysis = memberIn(vulnerability, 'analysis');
    const claim = {
      id,
      source: fit(memberIn(vulnerability, 'source'), 'name', LIMITS.nameCharactersMax),
      components: draft.limitAffected(findAffected(vulnerability, place, context), `${place}/affects`),
      state: fit(analysis, 'state', LIMITS.nameCharactersMax),
      justification: fit(analysis, 'justification', LIMITS.nameCharactersMax),
      detail: fit(analysis, 'detail', LIMITS.detailTextCharactersMax),
    };
    draft.addClaim(claim, place);
  }
}

function* findAffected(vulnerability: unknown, path: string, { draft, references }: ParseContext): Iterable<unknown> {
  for (const [i, target] of listIn(vulnerability, 'affects').entries()) {
    const node = references.find(memberIn(target, 'ref'));
    if (node === undefined) draft.addDanglingClaim(`${path}/affects/${i}/ref`);
    yield node;
  }
}
