/**
 * Which findings a decision is about: those of its version, its service or the whole organization that are the same vulnerability in
 * the same package, whatever it is called by now. One that is limited to images speaks of a finding that is nowhere else.
 */
import { matchesImage } from '../profile/applies-to.ts';
import type { DecisionScope, Effect } from './opinion.ts';

export interface DecisionReach {
  /** Of the service. */
  readonly findingId: string;
  readonly serviceId: string;
  readonly versionId: string | null;
  /** Ecosystem and name. */
  readonly package: string;
  /** Of the vulnerability when it was decided, in capital letters. */
  readonly ids: readonly string[];
  readonly scope: DecisionScope;
  /** Null: every image, and whatever is in none. */
  readonly imagePattern: string | null;
  readonly effect: Effect;
}

export interface ReachedFinding {
  /** Of the service; null: it has never had it before. */
  readonly findingId: string | null;
  readonly serviceId: string;
  readonly versionId: string;
  readonly package: string;
  readonly ids: readonly string[];
  /** Of the documents that hold it, one for each; null: of none. */
  readonly images: readonly (string | null)[];
}

export function reaches(decision: DecisionReach, finding: ReachedFinding): boolean {
  return isInScope(decision, finding) && isSame(decision, finding) && isInImages(decision, finding.images);
}

function isInScope({ scope, serviceId, versionId }: DecisionReach, finding: ReachedFinding): boolean {
  if (scope === 'organization') return true;
  return serviceId === finding.serviceId && (scope === 'service' || versionId === finding.versionId);
}

/** The id of a finding follows its vulnerability; another service has one of its own, and so has a finding that came back. */
function isSame(decision: DecisionReach, finding: ReachedFinding): boolean {
  if (decision.findingId === finding.findingId) return true;
  return decision.package === finding.package && decision.ids.some((id) => finding.ids.includes(id));
}

/** What hides a finding has to hold for every image that has it; what confirms it, for one of them. */
export function isInImages(
  { imagePattern, effect }: Pick<DecisionReach, 'imagePattern' | 'effect'>,
  images: readonly (string | null)[],
): boolean {
  if (imagePattern === null) return true;
  const isMeant = (image: string | null): boolean => matchesImage(imagePattern, image);
  const isHiding = effect === 'dismiss' || effect === 'deprioritize';
  return images.length > 0 && (isHiding ? images.every(isMeant) : images.some(isMeant));
}
