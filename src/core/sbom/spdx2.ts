/**
 * SPDX 2.2 and 2.3. Packages are components, those that the document describes as well. Files are only counted.
 * https://spdx.github.io/spdx-spec/v2.3/
 */
import { elementsIn, listIn, member, textIn, type ForeignList } from './foreign-value.ts';
import type { Inventory } from './inventory.ts';
import { InventoryDraft } from './reading/inventory-draft.ts';
import { toRawPackage } from './reading/spdx2-package.ts';
import { findMeaning } from './reading/spdx2-relationships.ts';
import { checkTimestamp } from './reading/timestamp.ts';
import { toToolNames } from './reading/tool-names.ts';

/** `path` is the JSON pointer of the document. */
export function readSpdx2(document: unknown, path: string): Inventory {
  const draft = new InventoryDraft();
  const creation = member(document, 'creationInfo');
  checkTimestamp(member(creation, 'created'), `${path}/creationInfo/created`, draft.warnings);
  readPackages(document, path, draft);
  for (const id of WORDS_FOR_ELSEWHERE) draft.addSomethingElse(id);
  for (const name of ['files', 'snippets']) {
    for (const element of elementsIn(document, name)) {
      const id = textIn(element, 'SPDXID');
      if (id !== undefined) draft.addSomethingElse(id);
      if (name === 'files') draft.fileCount += 1;
    }
  }
  readRelationships(document, path, draft);
  return draft.toInventory(toToolNames(listTools(creation)));
}

const DOCUMENT_ID = 'SPDXRef-DOCUMENT';
const WORDS_FOR_ELSEWHERE = [DOCUMENT_ID, 'NOASSERTION', 'NONE'];

function readPackages(document: unknown, path: string, draft: InventoryDraft): void {
  const packages: ForeignList = elementsIn(document, 'packages');
  for (const [i, each] of packages.entries()) {
    const place = `${path}/packages/${i}`;
    const name = member(each, 'name');
    if (typeof name === 'string') draft.addComponent(toRawPackage(each, name), place);
    else draft.addUnreadable(place);
  }
  for (const id of listIn(document, 'documentDescribes')) addRoot(id, draft);
}

function addRoot(id: unknown, draft: InventoryDraft): void {
  const node = draft.findNode(id);
  if (typeof node === 'number') draft.addRoot(node);
}

function readRelationships(document: unknown, path: string, draft: InventoryDraft): void {
  for (const [i, relationship] of elementsIn(document, 'relationships').entries()) {
    const { kind, from, to } = readRelationship(relationship);
    if (kind === undefined || isInOtherDocument(from) || isInOtherDocument(to)) continue;
    const ends = [draft.findNode(from), draft.findNode(to)] as const;
    if (ends.includes(undefined)) draft.warnings.add('REFERENCE_DANGLING', `${path}/relationships/${i}`);
    if (kind === 'describes' && from === DOCUMENT_ID) addRoot(to, draft);
    if (kind === 'needs' && typeof ends[0] === 'number' && typeof ends[1] === 'number') draft.addEdge(ends[0], ends[1]);
  }
}

interface Relationship {
  readonly kind: 'needs' | 'describes' | undefined;
  readonly from: unknown;
  readonly to: unknown;
}

/** In the direction of its meaning, whichever way it is written. */
function readRelationship(relationship: unknown): Relationship {
  const meaning = findMeaning(member(relationship, 'relationshipType'));
  const first = member(relationship, 'spdxElementId');
  const second = member(relationship, 'relatedSpdxElement');
  return meaning?.isReversed === true
    ? { kind: meaning.kind, from: second, to: first }
    : { kind: meaning?.kind, from: first, to: second };
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
