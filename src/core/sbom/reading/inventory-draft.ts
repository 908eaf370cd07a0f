/**
 * An inventory while it is read. The readers of the formats put components, references and edges in as they meet them; what a
 * reference means is known only when everything was seen, so edges, roots and claims come last.
 */
import { LIMITS } from '../../limits.ts';
import { labelGraph } from '../dependency-graph.ts';
import type { Component, Inventory, VulnerabilityClaim } from '../inventory.ts';
import { EdgeList } from './edge-list.ts';
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
  private readonly components: Component[] = [];
  private readonly nodes = new Map<string, number | 'something-else'>();
  private readonly edges = new EdgeList();
  private readonly roots = new Set<number>();
  private readonly systems = new Set<string>();
  private readonly claims: VulnerabilityClaim[] = [];
  private subject: Component | undefined;

  /** What the document is about, where it stands beside the components. */
  setSubject(raw: RawComponent, path: string): void {
    this.subject = readComponent(raw, path, this.warnings);
    if (raw.ref !== undefined) this.define(raw.ref, SUBJECT);
    this.roots.add(SUBJECT);
    this.noteSystem(this.subject);
  }

  /** Returns the node of the component. */
  addComponent(raw: RawComponent, path: string): number {
    const node = this.components.length;
    const component = readComponent(raw, path, this.warnings);
    this.components.push(component);
    if (raw.purls.length === 0 && !NEVER_A_PACKAGE.has(raw.type)) this.warnings.add('COMPONENT_WITHOUT_PURL', path);
    if (raw.ref !== undefined) this.define(raw.ref, node);
    this.noteSystem(component);
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

  /** What the document is about is one of its components, or several. */
  addRoot(node: number): void {
    this.roots.add(node);
  }

  addClaim(claim: VulnerabilityClaim, path: string): void {
    if (this.claims.length < LIMITS.claimsPerSbomMax) this.claims.push(claim);
    else this.warnings.add('CLAIMS_CUT', path);
  }

  /** The one system that all packages of the document belong to, as text like `debian-12`. */
  addSystem(distro: string): void {
    this.systems.add(distro);
  }

  /** The node that a reference leads to, if it is a component; undefined when it leads nowhere. */
  findNode(ref: unknown): number | 'something-else' | undefined {
    return typeof ref === 'string' ? this.nodes.get(ref) : undefined;
  }

  toInventory(tool: string | undefined): Inventory {
    const { components, warnings } = this;
    const edges = this.edges.toUnique(components.length);
    const roots = Int32Array.from(this.roots).toSorted();
    const [distro] = this.systems;
    const [root = SUBJECT] = roots;
    const isPartial = this.isIncomplete || warnings.has('REFERENCE_DANGLING');
    return {
      subject: this.subject ?? (roots.length === 1 ? components[root] : undefined),
      components,
      edges,
      roots,
      graph: labelGraph({ components, edges, roots }, { isPartial }),
      // A document about several systems says nothing about a package that does not name its own.
      distro: this.systems.size === 1 ? distro : undefined,
      tool,
      serviceCount: this.serviceCount,
      fileCount: this.fileCount,
      claims: this.claims,
      warnings: warnings.toWarnings(),
    };
  }

  // The text as it was sent: cleaned texts may be equal where these are not. Of equal ones the first counts.
  private define(ref: string, node: number | 'something-else'): void {
    if (!this.nodes.has(ref)) this.nodes.set(ref, node);
  }

  private noteSystem({ type, name, version }: Component): void {
    if (type === 'operating-system' && version !== undefined) this.systems.add(`${name.toLowerCase()}-${version}`);
  }
}
