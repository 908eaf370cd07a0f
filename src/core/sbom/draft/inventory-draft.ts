/**
 * An inventory during parsing. The parsers of the formats add components, references and edges as they find them. References can
 * be resolved only when everything is known, so edges, roots and claims come last.
 */
import { LIMITS } from '../../limits.ts';
import { cleanText, shortenText } from '../clean-text.ts';
import { classifyGraph } from '../graph/dependency-graph.ts';
import type { AboutDocument, Component, ImageFacts, Inventory, VulnerabilityClaim } from '../inventory.ts';
import { findContradictedScopes } from '../graph/find-contradicted-scopes.ts';
import { EdgeList } from './edge-list.ts';
import { findDocumentDistro } from './find-document-distro.ts';
import { toComponent, type RawComponent } from './to-component.ts';
import { WarningList } from './warning-list.ts';
import { isDistributionType } from '../../identity/ecosystems/ecosystem.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

// Collects the components that system packages own as files, during parsing. Documents state containment for many elements,
// above all images, but only system packages are owners.
class OwnershipList {
  private readonly pairs = new EdgeList();
  private readonly components: readonly Component[];
  private readonly isSystem: (boolean | undefined)[] = [];

  /** `components` grows during parsing. */
  constructor(components: readonly Component[]) {
    this.components = components;
  }

  add(holder: number, held: number): void {
    // Skips pairs of holders that are known not to be system packages: an image contains everything.
    if (this.components[holder] === undefined || this.isSystemPackage(holder)) this.pairs.add(holder, held);
  }

  /** Pairs of owner and owned, once all components are known. */
  toPairs(): Int32Array {
    const pairs = this.pairs.toUnique(this.components.length);
    let length = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      const [owner = -1, owned = -1] = [pairs[i], pairs[i + 1]];
      if (!this.isSystemPackage(owner) || owned === -1 || this.isSystemPackage(owned)) continue;
      pairs[length] = owner;
      pairs[length + 1] = owned;
      length += 2;
    }
    return pairs.slice(0, length);
  }

  /** Whether the component was installed by the package manager of the system, as far as the document says so. */
  isSystemPackage(node: number): boolean {
    const component = this.components[node];
    if (component === undefined) return false;
    const known = this.isSystem[node] ?? isSystemComponent(component);
    this.isSystem[node] = known;
    return known;
  }
}

function isSystemComponent({ purls, packageType }: Component): boolean {
  if (purls.length === 0) return packageType !== undefined && isDistributionType(packageType);
  return purls.some((purl) => isDistributionType(parsePurl(purl).purl?.type ?? ''));
}

/** In edges, a subject that is not a component. */
export const SUBJECT = -1;
/** Types that never have a purl, so that a missing purl is not a warning. */
const NEVER_A_PACKAGE: ReadonlySet<string> = new Set(['operating-system', 'file', 'data', 'cryptographic-asset']);

export class InventoryDraft {
  readonly warnings = new WarningList();
  fileCount = 0;
  serviceCount = 0;
  /** The document states that its graph is incomplete. */
  isIncomplete = false;
  /** The document states that its graph is complete. */
  isStatedComplete = false;
  /** Lifecycle phases in the terms of the format. */
  readonly phases = new Set<string>();
  serialNumber: string | undefined;
  version: number | undefined;
  image: ImageFacts | undefined;
  private readonly components: Component[] = [];
  private readonly nodes = new Map<string, number | 'something-else'>();
  private readonly edges = new EdgeList();
  private readonly ownerships = new OwnershipList(this.components);
  private readonly roots = new Set<number>();
  private readonly systems = new Set<string>();
  private readonly claims: VulnerabilityClaim[] = [];
  private danglingClaims = 0;
  private subject: Component | undefined;

  /** Sets the subject of the document, if it is separate from the components. */
  setSubject(raw: RawComponent, path: string): void {
    this.subject = toComponent(raw, path, this.warnings, { isSubject: true });
    if (raw.ref !== undefined) this.define(raw.ref, SUBJECT, path);
    this.roots.add(SUBJECT);
    this.recordSystem(this.subject, raw.system);
  }

  /** Returns the node of the component. */
  addComponent(raw: RawComponent, path: string): number {
    const node = this.components.length;
    const component = toComponent(raw, path, this.warnings);
    this.components.push(component);
    if (raw.purls.length === 0 && isPackage(raw)) this.warnings.add('COMPONENT_WITHOUT_PURL', path);
    if (raw.ref !== undefined) this.define(raw.ref, node, path);
    this.recordSystem(component, raw.system);
    return node;
  }

  addUnreadable(path: string): void {
    this.warnings.add('COMPONENT_UNREADABLE', path);
  }

  /** Adds a reference target that is not a component: a service, a file, the document itself. */
  addOtherTarget(ref: string): void {
    this.define(ref, 'something-else');
  }

  addEdge(from: number, to: number): void {
    this.edges.add(from, to);
  }

  /** Records that a holder contains a component. Counts only if the holder is a system package and the component is not. */
  addContainment(holder: number, held: number): void {
    this.ownerships.add(holder, held);
  }

  isSystemPackage(node: number): boolean {
    return this.ownerships.isSystemPackage(node);
  }

  /** Adds a file of a component that has no stated location. */
  addLocation(node: number, path: string): void {
    const component = this.components[node];
    if (component === undefined || component.details?.locations !== undefined) return;
    const location = { path: cleanText(shortenText(path, LIMITS.detailTextCharactersMax)) };
    this.components[node] = { ...component, details: { ...component.details, locations: [location] } };
  }

  /** Marks a component as a subject of the document; there may be several. */
  addRoot(node: number): void {
    this.roots.add(node);
  }

  get nodeCount(): number {
    return this.components.length;
  }

  get rootNodes(): ReadonlySet<number> {
    return this.roots;
  }

  /** For formats that state the scope only on edges. One scope per component. */
  setScopes(scopes: readonly ComponentScope[]): void {
    for (const [node, component] of this.components.entries()) {
      const scope = scopes[node] ?? component.scope;
      if (scope !== component.scope) this.components[node] = { ...component, scope };
    }
  }

  addClaim(claim: VulnerabilityClaim, path: string): void {
    if (this.claims.length < LIMITS.claimsPerSbomMax) this.claims.push(claim);
    else this.warnings.add('CLAIMS_CUT', path);
  }

  /** A claim refers to something that the document does not list. Unlike a dangling edge, this is not a gap in the graph. */
  addDanglingClaim(path: string): void {
    this.danglingClaims += 1;
    this.warnings.add('REFERENCE_DANGLING', path);
  }

  /** Adds the system that all packages of the document belong to, such as `debian-12`. */
  addSystem(distro: string): void {
    this.systems.add(cleanText(shortenText(distro, LIMITS.nameCharactersMax)).toLowerCase());
  }

  /** The node of a reference, if it is a component; undefined if the reference is dangling. */
  findNode(ref: unknown): number | 'something-else' | undefined {
    return typeof ref === 'string' ? this.nodes.get(ref) : undefined;
  }

  /** Corrects scopes that the graph contradicts: see `raise-needed.ts`. Must run when all edges are known. */
  correctScopes(): void {
    const { components, roots } = this;
    const edges = this.edges.toUnique(components.length);
    for (const node of findContradictedScopes({ components, edges, roots: Int32Array.from(roots) })) {
      const component = components[node];
      if (component !== undefined) components[node] = { ...component, scope: 'required' };
    }
  }

  toInventory(tool: string | undefined): Inventory {
    const { components, warnings } = this;
    const edges = this.edges.toUnique(components.length);
    const roots = Int32Array.from(this.roots).toSorted();
    const [root = SUBJECT] = roots;
    const isPartial = this.isIncomplete || warnings.count('REFERENCE_DANGLING') > this.danglingClaims;
    return {
      subject: this.subject ?? (roots.length === 1 ? components[root] : undefined),
      components,
      edges,
      ownerships: this.ownerships.toPairs(),
      roots,
      graph: classifyGraph({ components, edges, roots }, { isPartial }),
      distro: findDocumentDistro(this.systems),
      tool,
      about: this.toAbout(isPartial),
      serviceCount: this.serviceCount,
      fileCount: this.fileCount,
      claims: this.claims,
      warnings: warnings.toWarnings(),
    };
  }

  private toAbout(isPartial: boolean): AboutDocument {
    const { phases, serialNumber, version, image } = this;
    const isGraphWhole = this.isStatedComplete && !isPartial;
    return {
      phases: [...phases].toSorted(),
      serialNumber,
      version,
      isGraphWhole,
      ...(image !== undefined && { image }),
    };
  }

  // The key is the original text: different texts may be equal after cleaning. Of equal ones the first counts.
  private define(ref: string, node: number | 'something-else', path?: string): void {
    if (!this.nodes.has(ref)) this.nodes.set(ref, node);
    else if (path !== undefined) this.warnings.add('REFERENCE_DUPLICATE', path);
  }

  // The system of the build machine says nothing about the packages of the software.
  private recordSystem({ type, name, version, scope }: Component, system: string | undefined): void {
    if (type !== 'operating-system' || scope === 'build') return;
    if (system !== undefined) this.addSystem(system);
    else if (version !== undefined) this.addSystem(`${name}-${version}`);
  }
}

function isPackage({ type, scope, packageType }: RawComponent): boolean {
  return scope !== 'build' && packageType === undefined && !NEVER_A_PACKAGE.has(type);
}
