/**
 * The subject of an SPDX 2 document is the one package that the document describes, by `documentDescribes` or by a relationship
 * between the document and the package.
 * https://spdx.github.io/spdx-spec/v2.3/relationships-between-SPDX-elements/
 */
import { memberIn } from '../../json/members.ts';
import { listIn, toStrings } from '../untrusted-value.ts';
import type { DocumentFacts } from '../scan/scan-facts.ts';
import { findPackage, readJson, toPackageSubject, type ReadText, type SbomSubject } from './document-reader.ts';

const DOCUMENT_ID = 'SPDXRef-DOCUMENT';

export async function findSpdx2Subject(document: DocumentFacts, readText: ReadText): Promise<SbomSubject | undefined> {
  const described = await listDescribed(document, readText);
  const [id] = described ?? [];
  if (id === undefined || described?.size !== 1) return undefined;

  const found = await findPackage(readText, document.packageIndex, id, ['SPDXID']);
  return toPackageSubject(found, purlsOf(found), 'primaryPackagePurpose');
}

/** Ids of the described elements; `undefined` if they are unreadable or too many. */
async function listDescribed(
  { documentDescribes, describing }: DocumentFacts,
  readText: ReadText,
): Promise<ReadonlySet<string> | undefined> {
  if (describing.total > describing.ranges.length) return undefined;

  const described = new Set<string>();
  if (documentDescribes !== undefined) {
    const ids = toStrings(await readJson(readText, documentDescribes));
    if (ids === undefined) return undefined;
    for (const id of ids) described.add(id);
  }
  for (const range of describing.ranges) {
    const relationship = await readJson(readText, range);
    const isReversed = memberIn(relationship, 'relationshipType') === 'DESCRIBED_BY';
    const from = memberIn(relationship, isReversed ? 'relatedSpdxElement' : 'spdxElementId');
    const to = memberIn(relationship, isReversed ? 'spdxElementId' : 'relatedSpdxElement');
    if (typeof from !== 'string' || typeof to !== 'string') return undefined;
    if (from === DOCUMENT_ID) described.add(to);
  }
  return described;
}

function purlsOf(found: unknown): ReadonlySet<string> {
  const purls = new Set<string>();
  for (const reference of listIn(found, 'externalRefs')) {
    const purl = memberIn(reference, 'referenceLocator');
    if (memberIn(reference, 'referenceType') === 'purl' && typeof purl === 'string') purls.add(purl);
  }
  return purls;
}
