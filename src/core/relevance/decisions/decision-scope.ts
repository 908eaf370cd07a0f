/**
 * Decides which findings a decision applies to: the same vulnerability, also under another alias, in the same package of its
 * version, its service or the whole organization. A dismissal limited to images applies only to findings that are in no other
 * image.
 */
import { matchesImage } from '../../profile/applies-to.ts';
import type { DecisionScope } from '../../vocabulary/decision.ts';
import type { Effect } from '../../vocabulary/relevance.ts';

export interface ScopedDecision {
  /** Id of the finding within the service. */
  readonly findingId: string;
  readonly serviceId: string;
  readonly versionId: string | null;
  /** Ecosystem and name. */
  readonly package: string;
  /** Ids of the vulnerability at the time of the decision, in upper case. */
  readonly ids: readonly string[];
  readonly scope: DecisionScope;
  /** Null: every image, and documents without an image. */
  readonly imagePattern: string | null;
  readonly effect: Effect;
}

export interface FindingInScope {
  /** Id of the finding within the service; null: the service never had it before. */
  readonly findingId: string | null;
  readonly serviceId: string;
  readonly versionId: string;
  readonly package: string;
  readonly ids: readonly string[];
  /** Image of each document that contains the finding; null: the document has no image. */
  readonly images: readonly (string | null)[];
}

export function isDecisionApplicable(decision: ScopedDecision, finding: FindingInScope): boolean {
  return isInScope(decision, finding) && isSameVulnerability(decision, finding) && isInImages(decision, finding.images);
}

function isInScope({ scope, serviceId, versionId }: ScopedDecision, finding: FindingInScope): boolean {
  if (scope === 'organization') return true;
  return serviceId === finding.serviceId && (scope === 'service' || versionId === finding.versionId);
}

/** A finding id follows its vulnerability, but another service and a finding that was reintroduced have a different one. */
function isSameVulnerability(decision: ScopedDecision, finding: FindingInScope): boolean {
  if (decision.findingId === finding.findingId) return true;
  return decision.package === finding.package && decision.ids.some((id) => finding.ids.includes(id));
}

/**
 * A decision that hides a finding has to apply to every image with the finding; one that confirms it, to at least one of them.
 */
export function isInImages(
  { imagePattern, effect }: Pick<ScopedDecision, 'imagePattern' | 'effect'>,
  images: readonly (string | null)[],
): boolean {
  if (imagePattern === null) return true;
  const isMeant = (image: string | null): boolean => matchesImage(imagePattern, image);
  const isHiding = effect === 'dismiss' || effect === 'deprioritize';
  return images.length > 0 && (isHiding ? images.every(isMeant) : images.some(isMeant));
}
