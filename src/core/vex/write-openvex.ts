/**
 * Findings as an OpenVEX 0.2.0 document: one statement each, about the service and the images that hold the component. Same input,
 * same bytes. https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
 */
import { VEX_NOTHING_TO_SAY } from './errors.ts';
import type { ExportedFinding, VexDocumentFacts } from './exported-finding.ts';
import { LIMITS } from '../limits.ts';
import { toOpenVexClaim } from './writing/openvex-claim.ts';
import { toComponentPurl, toImagePurl, toServicePurl } from './writing/product-purls.ts';

/** Throws when there is no finding: OpenVEX has no document without a statement. */
export function writeOpenVex(facts: VexDocumentFacts, findings: readonly ExportedFinding[]): string {
  if (findings.length === 0) throw VEX_NOTHING_TO_SAY();
  // The schema wants each statement once; one finding of several documents may come twice.
  const statements = new Set(findings.map((finding) => JSON.stringify(toStatement(facts, finding))));
  const document = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': facts.id,
    author: facts.author.toWellFormed(),
    timestamp: facts.timestamp,
    version: facts.version,
    tooling: `${facts.tool.name} ${facts.tool.version}`,
    statements: [...statements].map((text): unknown => JSON.parse(text)),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
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
