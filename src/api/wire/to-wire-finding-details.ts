/** Maps one finding and its history to the API. */
import type { ComponentDescription } from '../../pipeline/queries/describe-component.ts';
import type { FoundRecommendation } from '../../pipeline/remediation/find-recommendation.ts';
import type { FindingEvent, FindingPeriod } from '../../store/findings/history/finding-history.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import type { WireFindingDetails, WireFindingHistory } from '../contract/history/finding-details.ts';
import { toWirePlacedFinding } from './to-wire-finding.ts';
import { toWireRecommendation } from './to-wire-recommendation.ts';

export function toWireFindingDetails(
  finding: ListedFinding,
  described: ComponentDescription,
  recommended: FoundRecommendation | undefined,
): WireFindingDetails {
  const wire = toWirePlacedFinding(finding);
  const paths = described.paths.map(({ sbomId, nodes }) => ({ sbomId, nodes: nodes.map((node) => ({ ...node })) }));
  const recommendation = recommended === undefined ? null : toWireRecommendation(recommended, wire.component.version);
  return { ...wire, component: { ...wire.component, paths }, recommendation };
}

export function toWireFindingHistory(
  finding: ListedFinding,
  events: readonly FindingEvent[],
  presence: readonly FindingPeriod[],
): WireFindingHistory {
  return {
    fingerprint: finding.fingerprint,
    vulnerabilityId: finding.canonicalId,
    package: finding.package,
    service: { ...finding.service },
    firstSeen: { at: finding.firstSeenAt, versionId: finding.firstSeenVersionId },
    events: events.map((event) => ({ ...event, detail: { ...event.detail } })),
    presence: presence.map(toWirePresence),
  };
}

function toWirePresence(row: FindingPeriod): WireFindingHistory['presence'][number] {
  return {
    id: row.id,
    version: { ...row.version },
    vulnerabilityId: row.canonicalId,
    component: { name: row.componentName, version: row.componentVersion ?? '' },
    severity: row.severity,
    relevance: row.relevance,
    from: row.from,
    to: row.to,
    began: { cause: row.beganBy, detail: row.beganDetail },
    ended: row.endedAs === null ? null : { state: row.endedAs, cause: row.endedBy, detail: row.endedDetail },
  };
}
