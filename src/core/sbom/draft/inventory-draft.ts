/**
 * An inventory during parsing. The parsers of the formats add components, references and edges as they find them. References can
 * be resolved only when everything is known, so edges, roots and claims come last.
 */
import { unique } from '../../collections/text-lists.ts';
import { LIMITS } from '../../limits.ts';
import { cleanText, shortenText } from '../clean-text.ts';
import { classifyGraph } from '../graph/dependency-graph.ts';
import type { AboutDocument, Component, ImageFacts, Inventory, VulnerabilityClaim } from '../inventory.ts';
import { findContradictedScopes, propagateScopes } from '../graph/component-scopes.ts';
import { EdgeList, OwnershipList } from './edge-list.ts';
import { toComponent, type RawComponent } from './to-component.ts';
import { WarningList } from './warning-list.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import { textIn } from '../untrusted-value.ts';

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
  private isDated = false;
  /** Lifecycle phases in the terms of the format. */
  readonly phases = new Set<string>();
  serialNumber: string | undefined;
  version: number | undefined;
  image: ImageFacts | undefined;
  private readonly components: Component[] = [];
  private readonly nodes = new Map<string, number | 'something-else'>();
  private readonly edges = new EdgeList();
  private readonly scopedEdges = new Map<ComponentScope, EdgeList>();
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

  /** Adds a reference target that is not a component: a service, a file, the document itself. */
  addOtherTarget(ref: string): void {
    this.define(ref, 'something-else');
  }

  addEdge(from: number, to: number): void {
    this.edges.add(from, to);
  }

  /** For formats that state the scope on the edge instead of the component: why the first needs the second. */
  addScopedEdge(from: number, to: number, scope: ComponentScope): void {
    const list = this.scopedEdges.get(scope) ?? new EdgeList();
    this.scopedEdges.set(scope, list);
    list.add(from, to);
    this.addEdge(from, to);
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

  /** Computes the scopes of components from those of the edges. Must be called once, when components, roots and edges are complete. */
  propagateScopes(): void {
    const { components, roots } = this;
    const nodeCount = components.length;
    const edges = new Map([...this.scopedEdges].map(([scope, list]) => [scope, list.toUnique(nodeCount)] as const));
    for (const [node, scope] of propagateScopes({ nodeCount, edges, roots }).entries()) this.setScope(node, scope);
  }

  addClaim(claim: VulnerabilityClaim, path: string): void {
    if (this.claims.length < LIMITS.claimsPerSbomMax) this.claims.push(claim);
    else this.warnings.add('CLAIMS_CUT', path);
  }

  /** Nodes that a claim names, without duplicates, and only as many as a claim may have. */
  limitAffected(nodes: Iterable<unknown>, path: string): readonly number[] {
    const kept = new Set<number>();
    for (const node of nodes) {
      if (typeof node !== 'number' || kept.has(node)) continue;
      if (kept.size === LIMITS.componentsPerClaimMax) {
        this.warnings.add('CLAIMS_CUT', path);
        break;
      }
      kept.add(node);
    }
    return [...kept];
  }

  /** A claim refers to something that the document does not list. Unlike a dangling edge, this is not a gap in the graph. */
  addDanglingClaim(path: string): void {
    this.danglingClaims += 1;
    this.warnings.add('REFERENCE_DANGLING', path);
  }

  /** The time of a document is not used, but an invalid one gives a warning, and a missing one lowers the quality. */
  checkTimestamp(timestamp: unknown, path: string): void {
    if (timestamp === undefined || timestamp === null) return;
    if (typeof timestamp === 'string' && isTimestamp(timestamp)) this.isDated = true;
    else this.warnings.add('TIMESTAMP_INVALID', path);
  }

  /** Adds the system that all packages of the document belong to, such as `debian-12`. */
  addSystem(distro: string): void {
    this.systems.add(cleanText(shortenText(distro, LIMITS.nameCharactersMax)).toLowerCase());
  }

  /** The node of a reference, if it is a component; undefined if the reference is dangling. */
  findNode(ref: unknown): number | 'something-else' | undefined {
    return typeof ref === 'string' ? this.nodes.get(ref) : undefined;
  }

  /** Corrects scopes that the graph contradicts. Must run when all edges are known. */
  correctScopes(): void {
    const { components, roots } = this;
    const edges = this.edges.toUnique(components.length);
    for (const node of findContradictedScopes({ components, edges, roots: Int32Array.from(roots) })) {
      this.setScope(node, 'required');
    }
  }

  /** `tools` are values with the members `name` and `version`. */
  toInventory(tools: readonly unknown[]): Inventory {
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
      tool: toToolNames(tools),
      about: this.toAbout(isPartial),
      serviceCount: this.serviceCount,
      fileCount: this.fileCount,
      claims: this.claims,
      warnings: warnings.toWarnings(),
    };
  }

  private toAbout(isPartial: boolean): AboutDocument {
    const { phases, serialNumber, version, isDated, image } = this;
    const isGraphWhole = this.isStatedComplete && !isPartial;
    return {
      phases: [...phases].toSorted(),
      serialNumber,
      version,
      isGraphWhole,
      isDated,
      ...(image !== undefined && { image }),
    };
  }

  private setScope(node: number, scope: ComponentScope): void {
    const component = this.components[node];
    if (component !== undefined && scope !== component.scope) this.components[node] = { ...component, scope };
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

/**
 * Finds the distribution and release of a document. Tools repeat it in several places and with different precision: `debian-12` and
 * `debian-12.5` are one system, `debian-11` and `debian-12` are two. Returns the most precise spelling; undefined if there is none,
 * or if there are several systems, which say nothing about a single package.
 */
export function findDocumentDistro(systems: ReadonlySet<string>): string | undefined {
  let longest: string | undefined;
  for (const system of systems) if (longest === undefined || system.length > longest.length) longest = system;
  for (const system of systems) if (longest !== system && longest?.startsWith(`${system}.`) !== true) return undefined;
  return longest;
}

const TOOLS_MAX = 4;

/** The tools in one short line for display: `syft 1.27.1`, or `cyclonedx-library 1.13.3, cyclonedx-npm 1.9.2`. */
function toToolNames(tools: readonly unknown[]): string | undefined {
  const names = tools
    .slice(0, TOOLS_MAX)
    .map((tool) => [textIn(tool, 'name'), textIn(tool, 'version')].filter((text) => text !== undefined).join(' '))
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : cleanText(shortenText(unique(names).join(', '), LIMITS.nameCharactersMax));
}

const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/i;
const FEWEST = [1970, 1, 1, 0, 0, 0] as const;
const MOST = [9999, 12, 31, 23, 59, 60] as const;

function isTimestamp(text: string): boolean {
  const parts = DATE_TIME.exec(text)?.slice(1).map(Number) ?? [];
  return parts.length > 0 && parts.every((part, i) => part >= (FEWEST[i] ?? 0) && part <= (MOST[i] ?? 0));
}
