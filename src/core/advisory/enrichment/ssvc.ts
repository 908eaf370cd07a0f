/**
 * Parses the SSVC decision points that CISA adds to a CVE record in its own container. Values occur in upper and lower case.
 * https://github.com/cisagov/vulnrichment, https://certcc.github.io/SSVC/
 */
import { isCveId } from '../../identity/vulnerability-id.ts';
import { LIMITS } from '../../limits.ts';
import type { ParsedEnrichment, SsvcFacts } from './enrichment.ts';
import { parseInstant } from '../instant.ts';
import { listIn, objectIn, textIn } from '../record-fields.ts';

const CISA = '134c704f-9b21-4f2e-91b3-4a467353bcc0';

const EXPLOITATION = { none: 'none', poc: 'poc', 'public poc': 'poc', active: 'active' } as const;
const AUTOMATABLE = { yes: true, no: false } as const;
const TECHNICAL_IMPACT = { partial: 'partial', total: 'total' } as const;

/** Takes a CVE record in format 5. A record that CISA has not assessed, or that was rejected, has no decision points. */
export function parseSsvc(record: unknown): ParsedEnrichment<{ readonly cve: string; readonly ssvc: SsvcFacts }> {
  const cve = textIn(objectIn(record, 'cveMetadata'), 'cveId') ?? '';
  if (!isCveId(cve)) return { kind: 'bad', problem: 'not a CVE record' };
  const judgments = listAssessments(record);
  if (judgments.length === 0) return { kind: 'none' };
  const newest = judgments.map(toFacts).reduce((best, facts) => ((facts.at ?? '') > (best.at ?? '') ? facts : best));
  const isEmpty = newest.exploitation === null && newest.automatable === null && newest.technicalImpact === null;
  if (isEmpty) return { kind: 'bad', problem: 'no valid SSVC decision points' };
  return { kind: 'read', enrichment: { cve, ssvc: newest } };
}

function listAssessments(record: unknown): readonly unknown[] {
  return listIn(objectIn(record, 'containers'), 'adp')
    .filter((container) => textIn(objectIn(container, 'providerMetadata'), 'orgId') === CISA)
    .flatMap((container) => listIn(container, 'metrics'))
    .map((metric) => objectIn(metric, 'other'))
    .filter((other) => textIn(other, 'type') === 'ssvc')
    .slice(0, LIMITS.advisoryRatingsMax)
    .map((other) => objectIn(other, 'content'));
}

function toFacts(content: unknown): SsvcFacts {
  return {
    exploitation: parseDecisionPoint(content, 'Exploitation', EXPLOITATION),
    automatable: parseDecisionPoint(content, 'Automatable', AUTOMATABLE),
    technicalImpact: parseDecisionPoint(content, 'Technical Impact', TECHNICAL_IMPACT),
    at: parseInstant(textIn(content, 'timestamp') ?? '') ?? null,
  };
}

/** Each option is an object with one member. */
function parseDecisionPoint<Value>(
  content: unknown,
  name: string,
  values: Readonly<Record<string, Value>>,
): Value | null {
  for (const option of listIn(content, 'options').slice(0, LIMITS.advisoryRatingsMax)) {
    const text = textIn(option, name)?.trim().toLowerCase();
    if (text !== undefined && Object.hasOwn(values, text)) return values[text] ?? null;
  }
  return null;
}
