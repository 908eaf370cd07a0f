/**
 * Identifiers by which other tools and Assay itself find the target of a statement: an image as `pkg:oci`, a service as
 * `pkg:generic`, a component by its purl. All are IRIs, as the OpenVEX schema requires.
 */
import { parsePurl, printPurl, type Purl } from '../../identity/purl.ts';
import type { ExportedFinding, VexDocumentFacts } from '../exported-finding.ts';
import { toImageName } from '../matching/image-name.ts';

const EMPTY_PURL = { namespace: undefined, version: undefined, qualifiers: new Map<string, string>(), subpath: undefined };

export function toServicePurl({ name, version }: VexDocumentFacts['service']): string {
  return printPurl({ ...EMPTY_PURL, type: 'generic', ...splitName(name), version: fit(version) });
}

export function toImagePurl(reference: string): string {
  const { repository, name, tag, digest } = toImageName(reference);
  const qualifiers = new Map([['repository_url', repository], ...(tag === undefined ? [] : [['tag', tag] as const])]);
  return printPurl({ ...EMPTY_PURL, type: 'oci', name: name === '' ? 'unnamed' : name, version: digest, qualifiers });
}

/** A component without a purl gets a generic one, although no tool can match it. */
export function toComponentPurl({ name, version, purl }: ExportedFinding['component']): string {
  const read = purl === null ? undefined : parsePurl(purl).purl;
  return printPurl(read ?? { ...EMPTY_PURL, type: 'generic', ...splitName(name), version: fit(version) });
}

function splitName(text: string): Pick<Purl, 'namespace' | 'name'> {
  const pieces = text.split('/').filter(Boolean);
  const name = pieces.pop() ?? 'unnamed';
  return { namespace: pieces.length === 0 ? undefined : pieces.join('/'), name };
}

function fit(version: string): string | undefined {
  return version === '' ? undefined : version;
}
