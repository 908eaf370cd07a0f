/**
 * The subject of an SPDX 3 document is the one package that its SpdxDocument leads to, by `rootElement` or by a `describes`
 * relationship; an Sbom or Bom on the way is followed to its own root.
 * https://spdx.github.io/spdx-spec/v3.0.1/model/Core/Classes/ElementCollection/
 */
import { memberIn } from '../../json/members.ts';
import { listIn, toStrings } from '../untrusted-value.ts';
import { isTerm } from '../scan/element-term.ts';
import type { DocumentFacts } from '../scan/scan-facts.ts';
import { findPackage, readJson, toPackageSubject, type ReadText, type SbomSubject } from './document-reader.ts';

// Microsoft's tool still uses this id for the document in SPDX 3, whatever the id of its SpdxDocument is.
const OLD_DOCUMENT_ID = 'SPDXRef-DOCUMENT';
const ID_MEMBERS = ['spdxId', '@id'] as const;

interface Collections {
  readonly documentId: string;
  /** Target ids by the id of a collection. */
  readonly roots: Map<string, readonly string[]>;
}

export async function findSpdx3Subject(document: DocumentFacts, readText: ReadText): Promise<SbomSubject | undefined> {
  const collections = await readCollections(document, readText);
  if (collections === undefined || !(await addDescribed(collections, document, readText))) return undefined;

  const leaves = followRoots(collections);
  const [id] = leaves;
  if (id === undefined || leaves.size !== 1) return undefined;

  const found = await findPackage(readText, document.packageIndex, id, ID_MEMBERS);
  return toPackageSubject(found, purlsOf(found), 'software_primaryPurpose');
}

async function readCollections({ collections }: DocumentFacts, readText: ReadText): Promise<Collections | undefined> {
  if (collections.total > collections.ranges.length) return undefined;

  const roots = new Map<string, readonly string[]>();
  const documentIds: string[] = [];
  for (const range of collections.ranges) {
    const collection = await readJson(readText, range);
    const id = idOf(collection);
    const rootIds = toStrings(memberIn(collection, 'rootElement') ?? []);
    if (id === undefined || rootIds === undefined || roots.has(id)) return undefined;
    roots.set(id, rootIds);
    if (isTerm(memberIn(collection, 'type') ?? memberIn(collection, '@type'), 'SpdxDocument')) documentIds.push(id);
  }
  const [documentId] = documentIds;
  return documentId === undefined || documentIds.length > 1 ? undefined : { documentId, roots };
}

/** False if a describing relationship is unreadable, or if there are too many. */
async function addDescribed(
  { documentId, roots }: Collections,
  { describing }: DocumentFacts,
  readText: ReadText,
): Promise<boolean> {
  if (describing.total > describing.ranges.length) return false;

  for (const range of describing.ranges) {
    const relationship = await readJson(readText, range);
    const stated = memberIn(relationship, 'from');
    const from = stated === OLD_DOCUMENT_ID && !roots.has(OLD_DOCUMENT_ID) ? documentId : stated;
    const to = toStrings(memberIn(relationship, 'to'));
    if (typeof from !== 'string' || to === undefined) return false;
    const known = roots.get(from);
    if (known !== undefined) roots.set(from, [...known, ...to]);
  }
  return true;
}

/** The ids at the ends of all paths from the document. A collection that leads to itself has no end. */
function followRoots({ documentId, roots }: Collections): ReadonlySet<string> {
  const leaves = new Set<string>();
  // A set can be extended during iteration: it is both the queue and the set of visited ids.
  const visited = new Set([documentId]);
  for (const id of visited) {
    const next = roots.get(id);
    if (next === undefined) leaves.add(id);
    for (const each of next ?? []) visited.add(each);
  }
  return leaves;
}

function purlsOf(found: unknown): ReadonlySet<string> {
  const purls = new Set<string>();
  const purl = memberIn(found, 'software_packageUrl');
  if (typeof purl === 'string') purls.add(purl);
  for (const identifier of listIn(found, 'externalIdentifier')) {
    const text = memberIn(identifier, 'identifier');
    const isPurl = isTerm(memberIn(identifier, 'externalIdentifierType'), 'packageUrl');
    if (isPurl && typeof text === 'string') purls.add(text);
  }
  return purls;
}

function idOf(element: unknown): string | undefined {
  const id = ID_MEMBERS.map((name) => memberIn(element, name)).find((each) => typeof each === 'string');
  return typeof id === 'string' ? id : undefined;
}
