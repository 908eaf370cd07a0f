/**
 * Uses the files of an SPDX 2 document to find owners. A package found in a file that a system package lists belongs to that
 * system package: Syft calls this ownership by file overlap, and only some of its versions write it. A language package found by
 * Trivy has its file below it, which shows whether the system manages it.
 *
 * A document may list millions of files, so only relevant ones are kept.
 */
import { findManagedFamily, toPathFromRoot } from '../../identity/distro/managed-directory.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { InventoryDraft } from '../draft/inventory-draft.ts';
import type { RawComponent } from '../draft/to-component.ts';

/** A file in which packages were found. */
interface PackageFile {
  readonly nodes: number[];
  readonly owners: Set<number>;
}

// In a package manager one package owns a file. The limit prevents quadratic cost in documents where everything owns everything.
const OWNERS_PER_FILE_MAX = 4;

export class FileOwnership {
  private readonly draft: InventoryDraft;
  private readonly findsByPath = new Map<string, PackageFile>();
  /** Also by file id, because several ids may have the same path. */
  private readonly findsById = new Map<string, PackageFile>();
  /** Paths in directories of the distribution, by file id. */
  private readonly managed = new Map<string, string>();

  constructor(draft: InventoryDraft) {
    this.draft = draft;
  }

  /**
   * Must run before the files. System packages are skipped: they are found in records of the package manager, which they do not
   * own.
   */
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

  /** Must run after the files. Records that a package contains an element, which may be a file. */
  addContent(holder: number, id: unknown): void {
    if (typeof id !== 'string') return;
    const isSystem = this.draft.isSystemPackage(holder);
    const find = isSystem ? this.findsById.get(id) : undefined;
    if (find !== undefined) this.addOwner(holder, find);
    const path = isSystem ? undefined : this.managed.get(id);
    if (path !== undefined) this.draft.addLocation(holder, path);
  }

  /** Whether the contents of packages are relevant. */
  get hasRelevantFiles(): boolean {
    return this.findsById.size > 0 || this.managed.size > 0;
  }

  /** `hasFiles`, the list that relationships have replaced. */
  addFileList(spdxPackage: unknown): void {
    const holder = this.draft.findNode(textIn(spdxPackage, 'SPDXID'));
    if (typeof holder !== 'number') return;
    for (const id of listIn(spdxPackage, 'hasFiles')) this.addContent(holder, id);
  }

  private addOwner(owner: number, { nodes, owners }: PackageFile): void {
    if (owners.has(owner) || owners.size === OWNERS_PER_FILE_MAX) return;
    owners.add(owner);
    for (const node of nodes) this.draft.addContainment(owner, node);
  }
}
