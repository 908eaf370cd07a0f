/**
 * A finding as it is sent, of a version or of a scan. What was published is ours, but it crossed the database: it is read by a
 * schema, not believed. What was only scanned takes the same way, so that both look the same.
 */
import { z } from 'zod';
import type { ScannedFinding } from '../pipeline/scan-once.ts';
import type { ListedFinding } from '../store/findings/list-findings.ts';
import { WireScope, type WireFinding } from './contract/finding.ts';
import type { WireScannedFinding } from './contract/scan.ts';

const Place = z.object({ sbomId: z.string(), image: z.string().nullable(), bomRef: z.string() });

const StoredComponent = z.object({
  purl: z.string().nullable(),
  name: z.string(),
  version: z.string().nullable(),
  scope: WireScope,
  direct: z.boolean().nullable(),
  occurrences: z.array(Place),
});

const StoredDetail = z.object({
  vulnerability: z.object({
    id: z.string(),
    aliases: z.array(z.string()),
    title: z.string(),
    severity: z.enum(['critical', 'high', 'medium', 'low', 'none', 'unknown']),
    cvss: z.array(z.object({ version: z.enum(['2.0', '3.0', '3.1', '4.0']), vector: z.string(), score: z.number() })),
    cwes: z.array(z.string()),
    references: z.array(z.string()),
    publishedAt: z.string().nullable(),
    modifiedAt: z.string().nullable(),
    withdrawnAt: z.string().nullable(),
  }),
  component: StoredComponent,
  match: z.object({
    confidence: z.enum(['high', 'medium', 'low']),
    evidence: z.array(
      z.object({
        recordId: z.string(),
        source: z.string(),
        via: z.enum(['direct', 'source']),
        scheme: z.string(),
        range: z.string(),
        outcome: z.enum(['affected', 'not_affected', 'cannot_assess']),
      }),
    ),
  }),
  fix: z.object({ state: z.enum(['fixed', 'not_fixed', 'wont_fix', 'unknown']), versions: z.array(z.string()) }),
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
});

const ScannedDetail = StoredDetail.extend({
  component: StoredComponent.extend({ occurrences: z.array(Place.extend({ sbomId: z.null() })) }),
});

const Class = z.enum(['vulnerability', 'malicious', 'informational']);
const Relevance = z.enum(['relevant', 'deprioritized', 'not_relevant']);

export function toWireFinding(finding: ListedFinding): WireFinding {
  const detail = StoredDetail.parse(finding.detail);
  const { component } = detail;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, detail),
    component: { id: finding.componentId, ...component, version: component.version ?? '' },
    firstSeen: { at: finding.firstSeenAt, versionId: finding.firstSeenVersionId },
  };
}

export function toWireScannedFinding(finding: ScannedFinding): WireScannedFinding {
  const detail = ScannedDetail.parse(finding.detail);
  const { component } = detail;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, detail),
    component: { id: finding.componentId, ...component, version: component.version ?? '' },
    firstSeen: null,
  };
}

type Facts = Omit<z.infer<typeof StoredDetail>, 'component'>;

/** What does not depend on whether anything is stored. */
function toWireFacts(
  finding: Pick<ListedFinding, 'class' | 'relevance'>,
  { vulnerability, match, fix, reasons }: Facts,
): Omit<WireFinding, 'id' | 'fingerprint' | 'component' | 'firstSeen'> {
  const [evidence] = match.evidence.filter((each) => each.outcome === 'affected');
  return {
    class: Class.parse(finding.class),
    state: 'open',
    vulnerability,
    match: {
      source: evidence?.source ?? '',
      recordId: evidence?.recordId ?? '',
      via: evidence?.via ?? 'direct',
      scheme: evidence?.scheme ?? '',
      range: evidence?.range ?? '',
      confidence: match.confidence,
    },
    fix: { state: fix.state, nearest: fix.versions[0] ?? null, versions: fix.versions },
    relevance: { status: Relevance.parse(finding.relevance), reasons },
  };
}
