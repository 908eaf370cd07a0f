/**
 * What is claimed about one profile: pairs of a precondition and a field that are said to exclude each other. A model names them, or,
 * where it was told nothing about the service, code looks for them itself. Either way every pair has to stand.
 */
import { contradictionsOf } from './contradictions/all-contradictions.ts';
import { whyNotNecessary } from './necessity.ts';
import type { Ground, ReadMatter } from './read-matter.ts';
import type { Precondition, ProfileAnswer } from './reading.ts';

export interface Pair {
  /** Undefined: it refers to one that was not sent. */
  readonly precondition: Precondition | undefined;
  readonly path: string;
}

export interface Claim {
  readonly ground: Ground;
  readonly pairs: readonly Pair[];
}

export function claimOfModel({ preconditions }: ReadMatter, ground: Ground, { evidence }: ProfileAnswer): Claim {
  return {
    ground,
    pairs: evidence.map(({ preconditionIndex, profilePath }) => ({
      ...{ precondition: preconditions[preconditionIndex], path: profilePath },
    })),
  };
}

/** The best that code finds: what is not necessary, or ambiguous, is claimed only where there is nothing else, and fails there. */
export function claimOfCode(matter: ReadMatter, ground: Ground): Claim {
  const pairs = matter.preconditions.flatMap((precondition) =>
    contradictionsOf(precondition.type)
      .filter((row) => matter.isContradicted(row, precondition.value, ground))
      .map((row) => ({ precondition, path: row.path })),
  );
  const standing = pairs.filter((pair) => whyNotNecessary(pair, matter, ground) === undefined);
  return { ground, pairs: standing.length > 0 ? standing : pairs };
}
