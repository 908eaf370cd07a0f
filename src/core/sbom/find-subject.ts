/**
 * ENTRY. Reads the subject of a document from the few bytes that name it. The subject decides what a new upload replaces, and a
 * wrong replacement hides findings: several subjects, none, a huge one or an unusual one therefore give `undefined`.
 */
import type { DocumentOrigin } from '../naming/slot-name.ts';
import { chooseDocument, type SbomSyntax } from './sbom-syntax.ts';
import type { DocumentFacts, ScanFacts } from './scan-facts.ts';
import { findCycloneDxSubject } from './subject/cyclonedx-subject.ts';
import type { ReadText } from './subject/document-reader.ts';
import { findTools } from './subject/document-tools.ts';
import type { SbomSubject } from './subject/sbom-subject.ts';
import { findSpdx2Subject } from './subject/spdx2-subject.ts';
import { findSpdx3Subject } from './subject/spdx3-subject.ts';

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
