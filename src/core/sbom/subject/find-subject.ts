/**
 * ENTRY. Reads the subject of a document from the few bytes that name it. The subject decides what a new upload replaces, and a
 * wrong replacement hides findings: several subjects, none, a huge one or an unusual one therefore give `undefined`.
 */
import { memberIn } from '../../json/members.ts';
import { type DocumentOrigin, toToolName } from '../../naming/slot-name.ts';
import { chooseDocument, type SbomSyntax } from '../scan/sbom-syntax.ts';
import type { DocumentFacts, ScanFacts } from '../scan/scan-facts.ts';
import { type ReadText, readJson, type SbomSubject, toSubject } from './document-reader.ts';
import { findSpdx2Subject } from './spdx2-subject.ts';
import { findSpdx3Subject } from './spdx3-subject.ts';
import { LIMITS } from '../../limits.ts';
import { listIn } from '../untrusted-value.ts';

/** Names of the tools that created a document, without versions. Sorted; undefined if they are unreadable, or too many or too long to name a slot. */
async function findTools({ tools }: DocumentFacts, readText: ReadText): Promise<readonly string[] | undefined> {
  if (tools.total > tools.ranges.length) return undefined;
  const names = new Set<string>();
  for (const range of tools.ranges) {
    const value = await readJson(readText, range);
    if (value === undefined) return undefined;
    for (const name of toNames(value)) {
      if (name.length > LIMITS.nameCharactersMax || names.size > LIMITS.nameCharactersMax) return undefined;
      names.add(toToolName(name));
    }
  }
  names.delete('');
  return [...names].toSorted();
}

const CREATOR = /^tool:/i;

/** `metadata.tools` is a list or an object of lists, the creators of SPDX 2 are strings, a Tool of SPDX 3 is an object. */
function toNames(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : [...listIn(value, 'components'), ...listIn(value, 'services'), value];
  return list.flatMap((tool) => {
    if (typeof tool === 'string') return CREATOR.test(tool) ? [tool.replace(CREATOR, '').trim()] : [];
    const name = memberIn(tool, 'name');
    return typeof name === 'string' ? [name] : [];
  });
}

type FindSubject = (document: DocumentFacts, readText: ReadText) => Promise<SbomSubject | undefined>;

const FINDERS: Readonly<Record<SbomSyntax['id'], FindSubject>> = {
  cyclonedx: findCycloneDxSubject,
  spdx2: findSpdx2Subject,
  spdx3: findSpdx3Subject,
};

/** The facts are those of a document accepted by `inspectSbom`; `readText` returns the text of a byte range. */
export async function findSubject(facts: ScanFacts, readText: ReadText): Promise<SbomSubject | undefined> {
  const { document, syntax } = chooseDocument(facts);
  return await FINDERS[syntax.id](document, readText);
}

/** Undefined if the tools or the package types are unreadable or too many: then both count as unknown. */
export async function findOrigin(facts: ScanFacts, readText: ReadText): Promise<DocumentOrigin | undefined> {
  const { document } = chooseDocument(facts);
  const packageTypes = document.packageTypes.list();
  const tools = packageTypes === undefined ? undefined : await findTools(document, readText);
  return packageTypes === undefined || tools === undefined ? undefined : { tools, packageTypes };
}

// The subject of a CycloneDX document is its `metadata.component`.
async function findCycloneDxSubject(
  { metadataComponent }: DocumentFacts,
  readText: ReadText,
): Promise<SbomSubject | undefined> {
  if (metadataComponent === undefined) return undefined;
  const component = await readJson(readText, metadataComponent);
  return toSubject({
    purl: memberIn(component, 'purl'),
    type: memberIn(component, 'type'),
    group: memberIn(component, 'group'),
    name: memberIn(component, 'name'),
  });
}
