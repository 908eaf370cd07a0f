/**
 * Finds changes of findings that a version had before and still has: escalations, and changes of relevance. The finding is
 * neither introduced nor resolved, but the change is reported because it may affect decisions about it.
 */
import { severityOf, weightOfRank } from '../../advisory/severity/severity-rank.ts';
import type { VersionFinding } from '../findings/version-findings.ts';
import { versionsOf, type FindingPresence, type PresentFinding } from './compare-findings.ts';
import { RELEVANCES } from '../../vocabulary/relevance.ts';

/** A place of a finding, with the facts that can escalate it. */
export interface RatedPresence extends FindingPresence, Pick<VersionFinding, 'severityRank' | 'kev'> {
  /** SSVC exploitation: `none`, `poc`, `active`; null where it was not assessed. */
  readonly exploitation: string | null;
}

/** One entry per reason that applies. */
type EscalationReason =
  | { readonly reason: 'severity'; readonly from: string; readonly to: string }
  | { readonly reason: 'known-exploited' }
  | { readonly reason: 'exploitation-active'; readonly from: string | null };

export interface Escalation {
  readonly finding: PresentFinding;
  readonly reasons: readonly EscalationReason[];
}

export interface RelevanceChange {
  readonly finding: PresentFinding;
  readonly from: string;
  readonly to: string;
  /** Versions of the package before and now. */
  readonly versions: { readonly from: readonly string[]; readonly to: readonly string[] };
}

interface PersistingChanges {
  readonly escalations: readonly Escalation[];
  readonly relevance: readonly RelevanceChange[];
}

export function comparePersistingFindings(
  before: readonly RatedPresence[],
  now: readonly RatedPresence[],
): PersistingChanges {
  const past = Map.groupBy(before, ({ findingId }) => findingId);
  const escalations: Escalation[] = [];
  const relevance: RelevanceChange[] = [];
  for (const [findingId, places] of Map.groupBy(now, (place) => place.findingId)) {
    const known = past.get(findingId);
    const [first, ...others] = places;
    if (known === undefined || first === undefined) continue;
    const isShown = places.some((place) => place.relevance !== 'not_relevant');
    const finding: PresentFinding = { findingId, places: [first, ...others], isShown };
    const reasons = isShown ? findEscalationReasons(known, places) : [];
    if (reasons.length > 0) escalations.push({ finding, reasons });
    const [from, to] = [relevanceOf(known), relevanceOf(places)];
    if (from !== to)
      relevance.push({
        finding,
        from,
        to,
        versions: { from: versionsOf({ places: known }), to: versionsOf({ places }) },
      });
  }
  return { escalations, relevance };
}

function findEscalationReasons(before: readonly RatedPresence[], now: readonly RatedPresence[]): EscalationReason[] {
  const reasons: EscalationReason[] = [];
  const [from, to] = [worstRank(before), worstRank(now)];
  if (weightOfRank(to) > weightOfRank(from))
    reasons.push({ reason: 'severity', from: severityOf(from), to: severityOf(to) });
  if (isKnownExploited(now) && !isKnownExploited(before)) reasons.push({ reason: 'known-exploited' });
  if (isActive(now) && !isActive(before))
    reasons.push({ reason: 'exploitation-active', from: before[0]?.exploitation ?? null });
  return reasons;
}

function worstRank(places: readonly RatedPresence[]): number {
  return Math.max(...places.map(({ severityRank }) => severityRank));
}

function isKnownExploited(places: readonly RatedPresence[]): boolean {
  return places.some(({ kev }) => kev);
}

function isActive(places: readonly RatedPresence[]): boolean {
  return places.some(({ exploitation }) => exploitation === 'active');
}

/** Returns the relevance of the most relevant place. */
function relevanceOf(places: readonly RatedPresence[]): string {
  return RELEVANCES.find((status) => places.some(({ relevance }) => relevance === status)) ?? 'relevant';
}
