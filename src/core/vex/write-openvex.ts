/**
 * Writes findings as an OpenVEX 0.2.0 document: one statement each, about the service and the images that contain the component.
 * The same input gives the same bytes. https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
 */
import { VEX_NOTHING_TO_SAY } from './errors.ts';
import type { ExportedFinding, VexDocumentFacts } from './exported-finding.ts';
import { LIMITS } from '../limits.ts';
import { toOpenVexClaim } from './writing/openvex-claim.ts';
import { toComponentPurl, toImagePurl, toServicePurl } from './writing/product-purls.ts';

/** One piece per statement. Throws if there is no finding: an OpenVEX document requires a statement. */
export function writeOpenVex(facts: VexDocumentFacts, findings: readonly ExportedFinding[]): Iterable<string> {
  if (findings.length === 0) throw VEX_NOTHING_TO_SAY();
  return toPieces(facts, findings);
}

function* toPieces(facts: VexDocumentFacts, findings: readonly ExportedFinding[]): Generator<string> {
  const frame = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': facts.id,
    author: facts.author.toWellFormed(),
    timestamp: facts.timestamp,
    version: facts.version,
    tooling: `${facts.tool.name} ${facts.tool.version}`,
    statements: [],
  };
  const end = ']\n}';
  yield JSON.stringify(frame, null, 2).slice(0, -end.length);
  // The schema requires unique statements, but a finding in several documents may be listed twice.
  const written = new Set<string>();
  for (const finding of findings) {
    const text = JSON.stringify(toStatement(facts, finding), null, 2);
    if (written.has(text)) continue;
    yield `${written.size === 0 ? '' : ','}\n${text}`.replaceAll('\n', '\n    ');
    written.add(text);
  }
  yield `\n  ${end}\n`;
}

function toStatement({ service }: VexDocumentFacts, finding: ExportedFinding): object {
  const { id, aliases, component, images, at } = finding;
  const others = [...new Set(aliases)].filter((alias) => alias !== id).slice(0, LIMITS.aliasGroupIdsMax);
  const subcomponents = [{ '@id': toComponentPurl(component) }];
  const products = new Set([toServicePurl(service), ...images.map(toImagePurl)]);
  return {
    vulnerability: { name: id, ...(others.length > 0 && { aliases: others }) },
    timestamp: at,
    products: [...products].map((product) => ({ '@id': product, subcomponents })),
    ...toOpenVexClaim(finding),
  };
}
