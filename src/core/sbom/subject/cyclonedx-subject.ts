/** The subject of a CycloneDX document is its `metadata.component`. */
import { memberIn } from '../../json/members.ts';
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
    purl: memberIn(component, 'purl'),
    type: memberIn(component, 'type'),
    group: memberIn(component, 'group'),
    name: memberIn(component, 'name'),
  });
}
