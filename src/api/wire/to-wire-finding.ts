/** Maps a finding of a version or a scan to the API. Both have the detail of the core, so both get the same form. */
import { z } from 'zod';
import type { VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { ScannedFinding } from '../../pipeline/analysis/scan-once.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import type { StoredFacts } from '../../store/findings/stored-detail.ts';
import { WireFinding, type WirePlacedFinding } from '../contract/findings/finding.ts';
import { WireScannedFinding } from '../contract/services/scan.ts';
import { createPicker } from './create-picker.ts';
import { toWireDecision, toWirePriority, toWireVerdict } from './to-wire-relevance.ts';

export function toWireFinding(finding: ListedFinding): WireFinding {
  const { component } = finding.detail;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, finding.detail),
    state: finding.state,
    component: pickComponent({ ...component, id: finding.componentId, version: component.version ?? '' }),
    firstSeen: { at: finding.firstSeenAt, versionId: finding.firstSeenVersionId },
    lastSeen: finding.lastSeenAt,
    resolvedAt: finding.endedAt,
  };
}

export function toWirePlacedFinding(finding: ListedFinding): WirePlacedFinding {
  return { ...toWireFinding(finding), service: { ...finding.service }, version: { ...finding.version } };
}

export function toWireScannedFinding(finding: ScannedFinding): WireScannedFinding {
  const { component } = finding.detail;
  const occurrences = component.occurrences.map((occurrence) => ({ ...occurrence, sbomId: null }));
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, finding.detail),
    state: 'open',
    component: pickScannedComponent({
      ...{ ...component, id: finding.componentId, version: component.version ?? '', occurrences },
    }),
    firstSeen: null,
    lastSeen: null,
    resolvedAt: null,
  };
}

const pickComponent = createPicker(WireFinding.shape.component);
const pickScannedComponent = createPicker(WireScannedFinding.shape.component);
const pickFix = createPicker(WireFinding.shape.fix.omit({ nearest: true }));

// Lists have the dates last.
const { publishedAt, modifiedAt, withdrawnAt, ...others } = WireFinding.shape.vulnerability.shape;
const pickVulnerability = createPicker(z.object({ ...others, publishedAt, modifiedAt, withdrawnAt }));

/** A distribution may bundle many records; a few are enough to show the basis of the match. */
const RECORDS_SENT_MAX = 20;

/** Fields that do not depend on stored data. */
function toWireFacts(
  finding: Pick<VersionFinding, 'class' | 'relevance' | 'risk' | 'band'>,
  { vulnerability, match, fix, ...judged }: StoredFacts,
): Omit<WireFinding, 'id' | 'fingerprint' | 'state' | 'component' | 'firstSeen' | 'lastSeen' | 'resolvedAt'> {
  const evidence = match.evidence.find((each) => each.outcome === 'affected');
  return {
    class: finding.class,
    vulnerability: pickVulnerability(vulnerability),
    match: {
      source: evidence?.source ?? '',
      recordId: evidence?.recordId ?? '',
      via: evidence?.via ?? 'direct',
      scheme: evidence?.scheme ?? '',
      range: evidence?.range ?? '',
      confidence: match.confidence,
      assumptions: [...match.assumptions],
      disputed: match.assumptions.includes('disputed'),
      records: match.evidence.slice(0, RECORDS_SENT_MAX).map(({ source, recordId, outcome, range }) => ({
        source,
        recordId,
        outcome,
        range,
      })),
    },
    fix: { ...pickFix(fix), nearest: fix.versions[0] ?? null },
    relevance: toWireVerdict(finding.relevance, judged),
    decision: toWireDecision(judged),
    priority: toWirePriority(finding, judged.priority, vulnerability.cvss),
  };
}
