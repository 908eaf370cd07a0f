/** Maps one finding and its history to the API. Stored causes and their details are validated, not trusted. */
import { z } from 'zod';
import type { ComponentDescription } from '../../pipeline/queries/describe-component.ts';
import type { FoundRecommendation } from '../../pipeline/remediation/find-recommendation.ts';
import type { FindingEvent, FindingPresence } from '../../store/findings/history/finding-history.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import { WireCause } from '../contract/history/diff.ts';
import type { WireFindingDetails, WireFindingHistory } from '../contract/history/finding-details.ts';
import { WireRelevance } from '../contract/findings/relevance.ts';
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
  presence: readonly FindingPresence[],
): WireFindingHistory {
  return {
    fingerprint: finding.fingerprint,
    vulnerabilityId: finding.canonicalId,
    package: finding.package,
    service: { ...finding.service },
    firstSeen: { at: finding.firstSeenAt, versionId: finding.firstSeenVersionId },
    events: events.map(({ cause, detail, ...event }) => ({
      ...event,
      cause: Cause.parse(cause),
      detail: Detail.parse(detail) ?? {},
    })),
    presence: presence.map(toWirePresence),
  };
}

const Cause = WireCause.nullable();
const Detail = z.record(z.string(), z.unknown()).nullable();

function toWirePresence(row: FindingPresence): WireFindingHistory['presence'][number] {
  return {
    id: row.id,
    version: { ...row.version },
    vulnerabilityId: row.canonicalId,
    component: { name: row.componentName, version: row.componentVersion ?? '' },
    severity: row.severity,
    relevance: WireRelevance.parse(row.relevance),
    from: row.from,
    to: row.to,
    began: { cause: Cause.parse(row.beganBy), detail: Detail.parse(row.beganDetail) },
    ended:
      row.endedAs === null
        ? null
        : { state: row.endedAs, cause: Cause.parse(row.endedBy), detail: Detail.parse(row.endedDetail) },
  };
}
