/**
 * Maps a finding of a version or a scan to the API. Stored data is validated by a schema, not trusted. Scan results take the same
 * path, so that both have the same form.
 */
import { z } from 'zod';
import { CONFIDENCES, FINDING_CLASSES, MATCH_NAMES, MATCH_OUTCOMES } from '../../core/vocabulary/finding.ts';
import { CVSS_VERSIONS, SEVERITIES } from '../../core/vocabulary/severity.ts';
import type { ScannedFinding } from '../../pipeline/analysis/scan-once.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import {
  WireEpss,
  WireKev,
  WireScope,
  WireSsvc,
  type WireFinding,
  type WirePlacedFinding,
  WireFixState,
} from '../contract/findings/finding.ts';
import { WireBand, WireRelevance } from '../contract/findings/relevance.ts';
import type { WireScannedFinding } from '../contract/services/scan.ts';
import { StoredVerdict, toWireDecision, toWirePriority, toWireVerdict } from './to-wire-relevance.ts';

const StoredOccurrence = z.object({ sbomId: z.string(), image: z.string().nullable(), bomRef: z.string() });

const StoredComponent = z.object({
  purl: z.string().nullable(),
  name: z.string(),
  version: z.string().nullable(),
  scope: WireScope,
  direct: z.boolean().nullable(),
  occurrences: z.array(StoredOccurrence),
});

const StoredDetail = StoredVerdict.extend({
  vulnerability: z.object({
    id: z.string(),
    aliases: z.array(z.string()),
    title: z.string(),
    severity: z.enum(SEVERITIES),
    cvss: z.array(z.object({ version: z.enum(CVSS_VERSIONS), vector: z.string(), score: z.number() })),
    // Rows published before these fields existed have none of them.
    epss: WireEpss.nullable().default(null),
    kev: WireKev.nullable().default(null),
    ssvc: WireSsvc.nullable().default(null),
    cwes: z.array(z.string()),
    references: z.array(z.string()),
    publishedAt: z.string().nullable(),
    modifiedAt: z.string().nullable(),
    withdrawnAt: z.string().nullable(),
  }),
  component: StoredComponent,
  match: z.object({
    confidence: z.enum(CONFIDENCES),
    assumptions: z.array(z.string()),
    evidence: z.array(
      z.object({
        recordId: z.string(),
        source: z.string(),
        via: z.enum(MATCH_NAMES),
        scheme: z.string(),
        range: z.string(),
        outcome: z.enum(MATCH_OUTCOMES),
      }),
    ),
  }),
  fix: z.object({
    state: WireFixState,
    versions: z.array(z.string()),
    channel: z.string().nullable().default(null),
  }),
});

const ScannedDetail = StoredDetail.extend({
  component: StoredComponent.extend({ occurrences: z.array(StoredOccurrence.extend({ sbomId: z.null() })) }),
});

const Class = z.enum(FINDING_CLASSES);

export function toWireFinding(finding: ListedFinding): WireFinding {
  const detail = StoredDetail.parse(finding.detail);
  const { component } = detail;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, detail),
    state: finding.state,
    component: { id: finding.componentId, ...component, version: component.version ?? '' },
    firstSeen: { at: finding.firstSeenAt, versionId: finding.firstSeenVersionId },
    lastSeen: finding.lastSeenAt,
    resolvedAt: finding.endedAt,
  };
}

export function toWirePlacedFinding(finding: ListedFinding): WirePlacedFinding {
  return { ...toWireFinding(finding), service: { ...finding.service }, version: { ...finding.version } };
}

export function toWireScannedFinding(finding: ScannedFinding): WireScannedFinding {
  const detail = ScannedDetail.parse(finding.detail);
  const { component } = detail;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, detail),
    state: 'open',
    component: { id: finding.componentId, ...component, version: component.version ?? '' },
    firstSeen: null,
    lastSeen: null,
    resolvedAt: null,
  };
}

/** A distribution may bundle many records; a few are enough to show the basis of the match. */
const RECORDS_SENT_MAX = 20;

type Facts = Omit<z.infer<typeof StoredDetail>, 'component'>;

/** Fields that do not depend on stored data. */
function toWireFacts(
  finding: Pick<ListedFinding, 'class' | 'relevance' | 'risk' | 'band'>,
  { vulnerability, match, fix, ...said }: Facts,
): Omit<WireFinding, 'id' | 'fingerprint' | 'state' | 'component' | 'firstSeen' | 'lastSeen' | 'resolvedAt'> {
  const [evidence] = match.evidence.filter((each) => each.outcome === 'affected');
  return {
    class: Class.parse(finding.class),
    vulnerability,
    match: {
      source: evidence?.source ?? '',
      recordId: evidence?.recordId ?? '',
      via: evidence?.via ?? 'direct',
      scheme: evidence?.scheme ?? '',
      range: evidence?.range ?? '',
      confidence: match.confidence,
      assumptions: match.assumptions,
      disputed: match.assumptions.includes('disputed'),
      records: match.evidence.slice(0, RECORDS_SENT_MAX).map(({ source, recordId, outcome, range }) => ({
        source,
        recordId,
        outcome,
        range,
      })),
    },
    fix: { ...fix, nearest: fix.versions[0] ?? null },
    relevance: toWireVerdict(WireRelevance.parse(finding.relevance), said),
    decision: toWireDecision(said),
    priority: toWirePriority({ risk: finding.risk, band: WireBand.parse(finding.band) }, said, vulnerability.cvss),
  };
}
