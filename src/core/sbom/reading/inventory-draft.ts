/**
 * An inventory while it is read. The readers of the formats put components, references and edges in as they meet them; what a
 * reference means is known only when everything was seen, so edges, roots and claims come last.
 */
import { LIMITS } from '../../limits.ts';
import { cleanText, shortenText } from '../clean-text.ts';
import { labelGraph } from '../dependency-graph.ts';
import type { AboutDocument, Component, ImageFacts, Inventory, Scope, VulnerabilityClaim } from '../inventory.ts';
import { findNeeded } from '../graph/raise-needed.ts';
import { EdgeList } from './edge-list.ts';
import { findSystem } from './find-system.ts';
import { OwnershipList } from './ownership-list.ts';
import { readComponent, type RawComponent } from './read-component.ts';
import { WarningList } from './warning-list.ts';

/** In edges, a subject that is no component. */
export const SUBJECT = -1;
/** Things that have no purl by nature: that they have none says nothing about the document. */
const NEVER_A_PACKAGE: ReadonlySet<string> = new Set(['operating-system', 'file', 'data', 'cryptographic-asset']);

export class InventoryDraft {
  readonly warnings = new WarningList();
  fileCount = 0;
  serviceCount = 0;
  /** The document says that parts of its graph are missing. */
  isIncomplete = false;
  /** The document says that nothing of its graph is missing. */
  isStatedWhole = false;
  /** When in the life of the software the document was made, in its own words. */
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

  /** What the document is about, where it stands beside the components. */
  setSubject(raw: RawComponent, path: string): void {
    this.subject = readComponent(raw, path, this.warnings, { isSubject: true });
    if (raw.ref !== undefined) this.define(raw.ref, SUBJECT, path);
    this.roots.add(SUBJECT);
    this.noteSystem(this.subject, raw.system);
  }

  /** Returns the node of the component. */
  addComponent(raw: RawComponent, path: string): number {
    const node = this.components.length;
    const component = readComponent(raw, path, this.warnings);
    this.components.push(component);
    if (raw.purls.length === 0 && isPackage(raw)) this.warnings.add('COMPONENT_WITHOUT_PURL', path);
    if (raw.ref !== undefined) this.define(raw.ref, node, path);
    this.noteSystem(component, raw.system);
    return node;
  }

  addUnreadable(path: string): void {
    this.warnings.add('COMPONENT_UNREADABLE', path);
  }

  /** What references may lead to although it is no component: a service, a file, the document itself. */
  addSomethingElse(ref: string): void {
    this.define(ref, 'something-else');
  }

  addEdge(from: number, to: number): void {
    this.edges.add(from, to);
  }

  /** The first says that the second is in it; counts where the first is a package of the system and the second is none. */
  addHolding(holder: number, held: number): void {
    this.ownerships.add(holder, held);
  }

  isSystemPackage(node: number): boolean {
    return this.ownerships.isSystemPackage(node);
  }

  /** A file that holds a component of which nobody has said where it was found. */
  addLocation(node: number, path: string): void {
    const component = this.components[node];
    if (component === undefined || component.details?.locations !== undefined) return;
    const location = { path: cleanText(shortenText(path, LIMITS.detailTextCharactersMax)) };
    this.components[node] = { ...component, details: { ...component.details, locations: [location] } };
  }

  /** What the document is about is one of its components, or several. */
  addRoot(node: number): void {
    this.roots.add(node);
  }

  get nodeCount(): number {
    return this.components.length;
  }

  get rootNodes(): ReadonlySet<number> {
    return this.roots;
  }

  /** For formats that say what for a component is there only by what leads to it. One per component. */
  setScopes(scopes: readonly Scope[]): void {
    for (const [node, component] of this.components.entries()) {
      const scope = scopes[node] ?? component.scope;
      if (scope !== component.scope) this.components[node] = { ...component, scope };
    }
  }

  addClaim(claim: VulnerabilityClaim, path: string): void {
    if (this.claims.length < LIMITS.claimsPerSbomMax) this.claims.push(claim);
    else this.warnings.add('CLAIMS_CUT', path);
  }

  /** A claim speaks of something that the document does not list. Unlike an edge to nowhere, that is no gap in the graph. */
  addDanglingClaim(path: string): void {
    this.danglingClaims += 1;
    this.warnings.add('REFERENCE_DANGLING', path);
  }

  /** The one system that all packages of the document belong to, as text like `debian-12`. */
  addSystem(distro: string): void {
    this.systems.add(cleanText(shortenText(distro, LIMITS.nameCharactersMax)).toLowerCase());
  }

  /** The node that a reference leads to, if it is a component; undefined when it leads nowhere. */
  findNode(ref: unknown): number | 'something-else' | undefined {
    return typeof ref === 'string' ? this.nodes.get(ref) : undefined;
  }

  /** Where marks of tools contradict what needs what: see `raise-needed.ts`. When all edges are known. */
  raiseNeeded(): void {
    const { components, roots } = this;
    const edges = this.edges.toUnique(components.length);
    for (const node of findNeeded({ components, edges, roots: Int32Array.from(roots) })) {
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
      graph: labelGraph({ components, edges, roots }, { isPartial }),
      distro: findSystem(this.systems),
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
    const isGraphWhole = this.isStatedWhole && !isPartial;
    return {
      phases: [...phases].toSorted(),
      serialNumber,
      version,
      isGraphWhole,
      ...(image !== undefined && { image }),
    };
  }

  // The text as it was sent: cleaned texts may be equal where these are not. Of equal ones the first counts.
  private define(ref: string, node: number | 'something-else', path?: string): void {
    if (!this.nodes.has(ref)) this.nodes.set(ref, node);
    else if (path !== undefined) this.warnings.add('REFERENCE_DUPLICATE', path);
  }

  // The system of the machine that built the software says nothing about the packages in it.
  private noteSystem({ type, name, version, scope }: Component, system: string | undefined): void {
    if (type !== 'operating-system' || scope === 'build') return;
    if (system !== undefined) this.addSystem(system);
    else if (version !== undefined) this.addSystem(`${name}-${version}`);
  }
}

function isPackage({ type, scope, packageType }: RawComponent): boolean {
  return scope !== 'build' && packageType === undefined && !NEVER_A_PACKAGE.has(type);
}
