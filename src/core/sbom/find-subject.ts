/**
 * ENTRY. What a document is about, read from the few bytes where it says so. It decides what a re-upload replaces, and a
 * wrong replacement hides findings: several subjects, none, a huge one or anything odd is therefore `undefined`.
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

/** The facts are of a document that `inspectSbom` has accepted; `readText` gives the text of a range of its bytes. */
export async function findSubject(facts: ScanFacts, readText: ReadText): Promise<SbomSubject | undefined> {
  const { document, syntax } = chooseDocument(facts);
  return await FINDERS[syntax.id](document, readText);
}

/** Undefined where the tools or the package types are unreadable or too many: then nothing is known of either. */
export async function findOrigin(facts: ScanFacts, readText: ReadText): Promise<DocumentOrigin | undefined> {
  const { document } = chooseDocument(facts);
  const packageTypes = document.packageTypes.list();
  const tools = packageTypes === undefined ? undefined : await findTools(document, readText);
  return packageTypes === undefined || tools === undefined ? undefined : { tools, packageTypes };
}
