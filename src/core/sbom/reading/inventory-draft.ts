/**
 * An inventory while it is read. The readers of the formats put components, references and edges in as they meet them; what a
 * reference means is known only when everything was seen, so edges come last.
 */
import { labelGraph } from '../dependency-graph.ts';
import type { Component, Inventory } from '../inventory.ts';
import { EdgeList } from './edge-list.ts';
import { readComponent, type RawComponent } from './read-component.ts';
import { WarningList } from './warning-list.ts';

/** The subject in edges. */
export const SUBJECT = -1;
/** Things that have no purl by nature: that they have none says nothing about the document. */
const NEVER_A_PACKAGE: ReadonlySet<string> = new Set(['operating-system', 'file', 'data', 'cryptographic-asset']);

export class InventoryDraft {
  readonly warnings = new WarningList();
  private readonly components: Component[] = [];
  private readonly nodes = new Map<string, number | 'something-else'>();
  private readonly edges = new EdgeList();
  private readonly systems = new Set<string>();
  private subject: Component | undefined;

  setSubject(raw: RawComponent, path: string): void {
    this.subject = readComponent(raw, path, this.warnings);
    if (raw.ref !== undefined) this.define(raw.ref, SUBJECT);
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

  /** The node that a reference leads to, if it is a component; undefined when it leads nowhere. */
  findNode(ref: unknown): number | 'something-else' | undefined {
    return typeof ref === 'string' ? this.nodes.get(ref) : undefined;
  }

  toInventory(tool: string | undefined): Inventory {
    const { components, subject, warnings } = this;
    const edges = this.edges.toUnique(components.length);
    const [distro] = this.systems;
    return {
      subject,
      components,
      edges,
      graph: labelGraph({ components, edges }, { hasDangling: warnings.has('REFERENCE_DANGLING') }),
      // A document about several systems says nothing about a package that does not name its own.
      distro: this.systems.size === 1 ? distro : undefined,
      tool,
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
