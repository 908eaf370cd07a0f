/**
 * Writes findings as a CycloneDX 1.6 document: the components, and for each vulnerability the analysis of its components. The
 * same input gives the same bytes. https://cyclonedx.org/capabilities/vex/
 */
import { type ExportedFinding, type VexDocumentFacts, toClaim, type VexClaim } from './exported-finding.ts';

export function writeCycloneDxVex(facts: VexDocumentFacts, findings: readonly ExportedFinding[]): string {
  const { service, tool } = facts;
  const refs = new Map<string, string>();
  const claimed = findings.map((finding): ClaimedFinding => ({
    finding,
    claim: toClaim(finding),
    ref: refOf(finding, refs),
  }));
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: facts.serialNumber,
    version: facts.version,
    metadata: {
      timestamp: facts.timestamp,
      tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
      authors: [{ name: facts.author.toWellFormed() }],
      component: { type: 'application', 'bom-ref': 'service', ...service },
    },
    components: [...Map.groupBy(claimed, ({ ref }) => ref).values()].flatMap(toComponent),
    vulnerabilities: [...Map.groupBy(claimed, groupKeyOf).values()].flatMap(toVulnerability),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

interface ClaimedFinding {
  readonly finding: ExportedFinding;
  readonly claim: VexClaim;
  readonly ref: string;
}

/** References are numbered, because equal references in several documents may mean different components. */
function refOf({ component }: ExportedFinding, refs: Map<string, string>): string {
  const { name, version, purl, bomRef } = component;
  const key = JSON.stringify(purl === null ? [name, version, bomRef] : [purl]);
  const ref = refs.get(key) ?? `component-${refs.size + 1}`;
  refs.set(key, ref);
  return ref;
}

function toComponent([first]: readonly ClaimedFinding[]): object[] {
  if (first === undefined) return [];
  const { name, version, purl, bomRef } = first.finding.component;
  return [
    {
      type: 'library',
      'bom-ref': first.ref,
      name,
      ...(version !== '' && { version }),
      ...(purl !== null && { purl }),
      ...(bomRef !== null && { properties: [{ name: 'assay:bom-ref', value: bomRef }] }),
    },
  ];
}

/** The analysis belongs to the vulnerability, so components with a different claim get an entry of their own. */
function groupKeyOf({ finding: { id, at }, claim }: ClaimedFinding): string {
  return JSON.stringify([id, claim, at]);
}

function toVulnerability(claimed: readonly ClaimedFinding[], index: number): object[] {
  const [first] = claimed;
  if (first === undefined) return [];
  const { finding, claim } = first;
  const aliases = new Set(claimed.flatMap((each) => each.finding.aliases));
  aliases.delete(finding.id);
  const { state, justification, response, text } = claim;
  return [
    {
      'bom-ref': `vulnerability-${index + 1}`,
      id: finding.id,
      ...(aliases.size > 0 && { references: [...aliases].map((id) => ({ id, source: { name: sourceOf(id) } })) }),
      analysis: {
        state,
        ...(justification !== null && { justification }),
        ...(response.length > 0 && { response }),
        detail: text,
        lastUpdated: finding.at,
      },
      affects: [...new Set(claimed.map(({ ref }) => ref))].map((ref) => ({ ref })),
    },
  ];
}

/** The schema requires a source for every reference; it is derived from the prefix of the id. */
function sourceOf(id: string): string {
  const [prefix = ''] = id.split('-', 1);
  return prefix;
}
