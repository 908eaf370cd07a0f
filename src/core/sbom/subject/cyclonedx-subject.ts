/** The subject of a CycloneDX document is its `metadata.component`. */
import { member } from '../untrusted-value.ts';
import type { DocumentFacts } from '../scan/scan-facts.ts';
import { readJson, type ReadText } from './document-reader.ts';
import { toSubject, type SbomSubject } from './sbom-subject.ts';

export async function findCycloneDxSubject(
  { metadataComponent }: DocumentFacts,
  readText: ReadText,
): Promise<SbomSubject | undefined> {
  if (metadataComponent === undefined) return undefined;
  const component = await readJson(readText, metadataComponent);
  return toSubject({
    purl: member(component, 'purl'),
    type: member(component, 'type'),
    group: member(component, 'group'),
    name: member(component, 'name'),
  });
}
