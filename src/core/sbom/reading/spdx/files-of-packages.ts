/**
 * Files of an SPDX 2 document, as far as they say more about packages. A package that was found in a file which a package of the
 * system lists has come with it: what Syft calls ownership by file overlap, and only some of its versions write down. And a
 * package of a language that Trivy found has its file below it, which says whether the system manages it.
 *
 * A document may list millions of files, so only those are remembered that say either.
 */
import { findManagedFamily, toPathFromRoot } from '../../../identity/distro/managed-directory.ts';
import { listIn, textIn } from '../../foreign-value.ts';
import type { InventoryDraft } from '../inventory-draft.ts';
import type { RawComponent } from '../read-component.ts';

/** A file that packages were found in. */
interface Find {
  readonly nodes: number[];
  readonly owners: Set<number>;
}

// A package manager lets one package own a file. A document in which everybody owns everything must not cost the product.
const OWNERS_PER_FILE_MAX = 4;

export class FilesOfPackages {
  private readonly draft: InventoryDraft;
  private readonly findsByPath = new Map<string, Find>();
  /** The same by the id of the file, of which a path may have several. */
  private readonly findsById = new Map<string, Find>();
  /** Paths in directories of the distribution, by the id of the file. */
  private readonly managed = new Map<string, string>();

  constructor(draft: InventoryDraft) {
    this.draft = draft;
  }

  /** Before the files. Packages of the system are found in the records of their manager, which they do not own. */
  addPackage(node: number, { details }: RawComponent): void {
    if (this.draft.isSystemPackage(node)) return;
    for (const { path } of details.locations ?? []) {
      if (typeof path !== 'string') continue;
      const place = toPathFromRoot(path);
      const find = this.findsByPath.get(place) ?? { nodes: [], owners: new Set() };
      find.nodes.push(node);
      this.findsByPath.set(place, find);
    }
  }

  addFile(file: unknown, id: string): void {
    const path = toPathFromRoot(textIn(file, 'fileName') ?? '');
    const find = this.findsByPath.get(path);
    if (find !== undefined) this.findsById.set(id, find);
    if (findManagedFamily(path) !== undefined) this.managed.set(id, `/${path}`);
  }

  /** After the files: that a package holds one, or anything else. */
  addContent(holder: number, id: unknown): void {
    if (typeof id !== 'string') return;
    const isSystem = this.draft.isSystemPackage(holder);
    const find = isSystem ? this.findsById.get(id) : undefined;
    if (find !== undefined) this.addOwner(holder, find);
    const path = isSystem ? undefined : this.managed.get(id);
    if (path !== undefined) this.draft.addLocation(holder, path);
  }

  /** Whether the contents of packages can say anything. */
  get areTelling(): boolean {
    return this.findsById.size > 0 || this.managed.size > 0;
  }

  /** The list that a package had before relationships took its place. */
  addList(spdxPackage: unknown): void {
    const holder = this.draft.findNode(textIn(spdxPackage, 'SPDXID'));
    if (typeof holder !== 'number') return;
    for (const id of listIn(spdxPackage, 'hasFiles')) this.addContent(holder, id);
  }

  private addOwner(owner: number, { nodes, owners }: Find): void {
    if (owners.has(owner) || owners.size === OWNERS_PER_FILE_MAX) return;
    owners.add(owner);
    for (const node of nodes) this.draft.addHolding(owner, node);
  }
}
