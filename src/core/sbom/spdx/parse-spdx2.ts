/**
 * Parses SPDX 2.2 and 2.3. Packages are components, including the described ones. Files are only counted.
 * https://spdx.github.io/spdx-spec/v2.3/
 */
import { memberIn } from '../../json/members.ts';
import { elementsIn, listIn, textIn } from '../untrusted-value.ts';
import type { Inventory } from '../inventory.ts';
import { FileOwnership } from './file-ownership.ts';
import { InventoryDraft } from '../draft/inventory-draft.ts';
import { parseSpdx2Package } from './spdx2-package.ts';
import { findRelationshipMeaning, isOwnership, type RelationshipMeaning } from './spdx-relationships.ts';
import { LIMITS } from '../../limits.ts';

/** Collects vulnerabilities that packages of a document refer to: one claim each, with all packages that refer to it. */
class AdvisoryClaims {
  private readonly found = new Map<string, { readonly nodes: Set<number>; readonly path: string }>();

  add(id: string, node: number, path: string): void {
    const claim = this.found.get(id) ?? { nodes: new Set(), path };
    this.found.set(id, claim);
    if (claim.nodes.size < LIMITS.componentsPerClaimMax) claim.nodes.add(node);
  }

  /** Claims have no state: a reference to an advisory does not say whether the package is affected. */
  addTo(draft: InventoryDraft): void {
    for (const [id, { nodes, path }] of this.found) {
      draft.addClaim(
        {
          id,
          source: undefined,
          components: [...nodes],
          state: undefined,
          justification: undefined,
          detail: undefined,
        },
        path,
      );
    }
  }
}

/** `path` is the JSON pointer of the document. */
export function parseSpdx2(document: unknown, path: string): Inventory {
  const draft = new InventoryDraft();
  const creation = memberIn(document, 'creationInfo');
  draft.checkTimestamp(memberIn(creation, 'created'), `${path}/creationInfo/created`);
  const files = new FileOwnership(draft);
  parsePackages(document, path, draft, files);
  parseNonPackages(document, draft, files);
  // An additional pass, needed rarely: documents with file lists mostly say nothing about packages inside packages.
  if (files.hasRelevantFiles) for (const each of elementsIn(document, 'packages')) files.addFileList(each);
  for (const [i, id] of elementsIn(document, 'documentDescribes').entries()) {
    if (!isInOtherDocument(id)) addRoot(id, `${path}/documentDescribes/${i}`, draft);
  }
  parseRelationships(document, path, draft, files);
  return draft.toInventory(listTools(creation));
}

const DOCUMENT_ID = 'SPDXRef-DOCUMENT';
const NON_PACKAGE_IDS = [DOCUMENT_ID, 'NOASSERTION', 'NONE'];

function parsePackages(document: unknown, path: string, draft: InventoryDraft, files: FileOwnership): void {
  const claims = new AdvisoryClaims();
  const hasFiles = elementsIn(document, 'files').length > 0;
  for (const [i, each] of elementsIn(document, 'packages').entries()) {
    const place = `${path}/packages/${i}`;
    const name = memberIn(each, 'name');
    if (typeof name !== 'string') {
      draft.warnings.add('COMPONENT_UNREADABLE', place);
      const id = textIn(each, 'SPDXID');
      if (id !== undefined) draft.addOtherTarget(id);
      continue;
    }
    const { raw, vulnerabilities } = parseSpdx2Package(each, name);
    const node = draft.addComponent(raw, place);
    if (hasFiles) files.addPackage(node, raw);
    for (const id of vulnerabilities) claims.add(id, node, place);
  }
  claims.addTo(draft);
}

/** Registers targets of relationships other than packages. */
function parseNonPackages(document: unknown, draft: InventoryDraft, files: FileOwnership): void {
  for (const id of NON_PACKAGE_IDS) draft.addOtherTarget(id);
  for (const name of ['files', 'snippets']) {
    for (const element of elementsIn(document, name)) {
      const id = textIn(element, 'SPDXID');
      if (id !== undefined) draft.addOtherTarget(id);
      if (name !== 'files') continue;
      draft.fileCount += 1;
      if (id !== undefined) files.addFile(element, id);
    }
  }
}

function addRoot(id: unknown, path: string, draft: InventoryDraft): void {
  const node = draft.findNode(id);
  if (typeof node === 'number') draft.addRoot(node);
  else if (node === undefined) draft.warnings.add('REFERENCE_DANGLING', path);
}

function parseRelationships(document: unknown, path: string, draft: InventoryDraft, files: FileOwnership): void {
  for (const [i, each] of elementsIn(document, 'relationships').entries()) {
    const relationship = parseRelationship(each);
    if (relationship === undefined) continue;
    const { kind, from, to, scope, isInside } = relationship;
    if (isInOtherDocument(from) || isInOtherDocument(to)) continue;
    const ends = [draft.findNode(from), draft.findNode(to)] as const;
    if (ends.includes(undefined)) draft.warnings.add('REFERENCE_DANGLING', `${path}/relationships/${i}`);
    if (kind === 'describes' && from === DOCUMENT_ID && typeof ends[1] === 'number') draft.addRoot(ends[1]);
    if (typeof ends[0] !== 'number') continue;
    if (isInside && ends[1] === 'something-else') files.addContent(ends[0], to);
    if (typeof ends[1] !== 'number') continue;
    if (isInside) draft.addContainment(ends[0], ends[1]);
    if (kind === 'needs') draft.addScopedEdge(ends[0], ends[1], scope);
  }
  draft.propagateScopes();
}

interface Relationship extends Pick<RelationshipMeaning, 'scope' | 'isInside'> {
  readonly kind: RelationshipMeaning['kind'] | 'owns';
  readonly from: unknown;
  readonly to: unknown;
}

/** In the direction of its meaning, however it is written. Undefined: not relevant. */
function parseRelationship(relationship: unknown): Relationship | undefined {
  const first = memberIn(relationship, 'spdxElementId');
  const second = memberIn(relationship, 'relatedSpdxElement');
  const type = memberIn(relationship, 'relationshipType');
  if (isOwnership(type, textIn(relationship, 'comment'))) {
    return { kind: 'owns', from: first, to: second, scope: 'unknown', isInside: true };
  }
  const meaning = findRelationshipMeaning(type);
  if (meaning === undefined) return undefined;
  const { kind, scope, isReversed, isInside } = meaning;
  const [from, to] = isReversed ? [second, first] : [first, second];
  return { kind, from, to, scope, isInside };
}

function isInOtherDocument(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('DocumentRef-');
}

const TOOL = 'Tool: ';

function listTools(creation: unknown): readonly { readonly name: string }[] {
  return listIn(creation, 'creators')
    .filter((creator) => typeof creator === 'string' && creator.startsWith(TOOL))
    .map((creator) => ({ name: String(creator).slice(TOOL.length).trim() }));
}
