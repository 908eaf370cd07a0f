/**
 * A claim about one profile: pairs of a precondition and a profile field that contradict each other. The model names the pairs,
 * or code searches for them when the model received no data about the service. Every pair has to be verified in both cases.
 */
import { listContradictions } from '../contradictions/all-contradictions.ts';
import { checkNecessity } from './check-necessity.ts';
import type { ProfilePlaces, VerificationContext } from './verification-context.ts';
import type { Precondition, ProfileAnswer } from '../assessment.ts';

export interface ClaimPair {
  /** Undefined: the answer refers to a precondition that was not sent. */
  readonly precondition: Precondition | undefined;
  readonly path: string;
}

export interface Claim {
  readonly ground: ProfilePlaces;
  readonly pairs: readonly ClaimPair[];
}

export function toModelClaim(
  { preconditions }: VerificationContext,
  ground: ProfilePlaces,
  { evidence }: ProfileAnswer,
): Claim {
  return {
    ground,
    pairs: evidence.map(({ preconditionIndex, profilePath }) => ({
      precondition: preconditions[preconditionIndex],
      path: profilePath,
    })),
  };
}

/**
 * Returns the strongest pairs that code finds. Pairs that are unnecessary or ambiguous are claimed only when there are no others,
 * so that they fail with the right reason.
 */
export function deriveClaim(matter: VerificationContext, ground: ProfilePlaces): Claim {
  const pairs = matter.preconditions.flatMap((precondition) =>
    listContradictions(precondition.type)
      .filter((row) => matter.isContradicted(row, precondition.value, ground))
      .map((row) => ({ precondition, path: row.path })),
  );
  const standing = pairs.filter((pair) => checkNecessity(pair, matter, ground) === undefined);
  return { ground, pairs: standing.length > 0 ? standing : pairs };
}
