/**
 * An inventory while a lockfile is read. All families add packages under keys of their own, then link them; the rest of Assay sees
 * the same inventory as from an SBOM. A package outside of a registry has no version that advisories know: one with an address gets
 * the address as its version, and a local one gets no purl, so that both are counted as not checked.
 */
import { printPurl } from '../../identity/purl/purl.ts';
import { LIMITS } from '../../limits.ts';
import { InventoryDraft, SUBJECT } from '../draft/inventory-draft.ts';
import { SBOM_TOO_MANY_COMPONENTS, SBOM_TOO_MANY_EDGES } from '../errors.ts';
import type { Inventory } from '../inventory.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

export interface LockedPackage {
  readonly name: string;
  readonly version: string | undefined;
  /** The address of a package that does not come from a registry: a repository with its commit, an archive. */
  readonly address?: string | undefined;
  /** A folder or an archive of the project: a member of a workspace, `file:../lib`. */
  readonly isLocal?: boolean;
  /** Absent: computed from the scopes of the links, or not stated. */
  readonly scope?: ComponentScope;
}

export class LockfileDraft {
  private readonly draft = new InventoryDraft();
  private readonly purlType: string;
  private readonly nodes = new Map<string, number[]>();
  private nodeCount = 0;
  private linkCount = 0;
  private hasScopedLinks = false;

  /** `name` is that of the file, for a subject that the file does not name. */
  constructor(purlType: string, name: string) {
    this.purlType = purlType;
    this.draft.setSubject(toRaw({ name, version: undefined, isLocal: true }, name, undefined), '');
  }

  /** Several packages may have one key, such as the builds of a gem for different platforms. */
  add(key: string, each: LockedPackage): number {
    if (this.nodeCount === LIMITS.componentsMax) throw SBOM_TOO_MANY_COMPONENTS({ max: LIMITS.componentsMax });
    this.nodeCount += 1;
    const known = this.nodes.get(key);
    const ref = known === undefined ? key : `${key} ${known.length + 1}`;
    const node = this.draft.addComponent(toRaw(each, ref, this.toPurl(each)), `/${ref}`);
    if (known === undefined) this.nodes.set(key, [node]);
    else known.push(node);
    return node;
  }

  /** Gives a node a further key. */
  alias(key: string, node: number): void {
    if (!this.nodes.has(key)) this.nodes.set(key, [node]);
  }

  find(key: string): readonly number[] {
    return this.nodes.get(key) ?? [];
  }

  /** A link with a scope states why the first needs the second; then all links of the file must have one. */
  link(from: number, to: readonly number[], scope?: ComponentScope): void {
    this.linkCount += to.length;
    if (this.linkCount > LIMITS.edgesMax) throw SBOM_TOO_MANY_EDGES({ max: LIMITS.edgesMax });
    for (const each of to) {
      if (scope === undefined) this.draft.addEdge(from, each);
      else this.draft.addScopedEdge(from, each, scope);
    }
    this.hasScopedLinks ||= scope !== undefined;
  }

  /** A dependency that the file names but does not list. */
  addMissing(from: string, name: string): void {
    this.draft.warnings.add('REFERENCE_DANGLING', `/${from}/${name}`);
  }

  /** The file refers to dependencies that it does not list. */
  addIncomplete(what: string): void {
    this.draft.isIncomplete = true;
    this.draft.warnings.add('LOCKFILE_INCOMPLETE', what);
  }

  /** For files that do not say which packages are direct dependencies: all of them are listed below the subject. */
  linkAll(): void {
    for (let node = 0; node < this.nodeCount; node += 1) this.link(SUBJECT, [node]);
  }

  toInventory(): Inventory {
    if (this.hasScopedLinks) this.draft.propagateScopes();
    return this.draft.toInventory([]);
  }

  private toPurl({ name, version, address, isLocal }: LockedPackage): string | undefined {
    if (isLocal === true) return undefined;
    const separator = this.purlType === 'maven' ? ':' : '/';
    const at = name.lastIndexOf(separator);
    return printPurl({
      type: this.purlType,
      namespace: at === -1 ? undefined : name.slice(0, at),
      name: name.slice(at + 1),
      version: address === undefined ? version : toVersion(address),
      qualifiers: NO_QUALIFIERS,
      subpath: undefined,
    });
  }
}

const NO_QUALIFIERS: ReadonlyMap<string, string> = new Map();

// Every ecosystem recognizes a URL as something that is not a version; `git@github.com:acme/lib.git` is not a URL.
function toVersion(address: string): string {
  const url = address.includes('://') ? address : `git://${address}`;
  return url.slice(0, LIMITS.componentVersionCharactersMax);
}

type Raw = Parameters<InventoryDraft['addComponent']>[0];

function toRaw(each: LockedPackage, ref: string, purl: string | undefined): Raw {
  const { name, version, address, isLocal = false, scope = 'unknown' } = each;
  return {
    ref,
    // A local package only groups its dependencies, which are direct dependencies of the project.
    type: isLocal ? 'application' : 'library',
    name,
    version: { value: address === undefined ? version : toVersion(address), at: '' },
    purls: purl === undefined ? [] : [{ value: purl, at: '' }],
    cpes: [],
    scope,
    source: undefined,
    packageType: undefined,
    details: {},
  };
}
