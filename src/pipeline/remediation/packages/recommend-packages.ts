/**
 * Recommends a target for each package version of a plan. Data that a recommendation depends on is loaded on demand: first the
 * severity of other vulnerabilities of the package, then, without a clean version, the versions seen in the organization.
 */
import { recommend, type RecommendContext, type Recommendation } from '../../../core/remediation/recommend.ts';
import type { CandidateEntry, PackageVersion } from '../../../core/match/match.ts';
import type { FurtherVersions } from '../../../core/remediation/targets/candidate.ts';
import { createYielder } from '../../../store/yielding.ts';
import type { PipelineDeps } from '../../deps.ts';
import type { GroupFactsCache } from './group-facts.ts';
import { targetCacheOf } from './target-cache.ts';
import type { PlanOptions } from '../plan/version-plan.ts';

export interface PackageQuery {
  readonly id: string;
  /** As a package manager spells it. */
  readonly name: string;
  readonly package: PackageVersion;
  readonly entries: readonly CandidateEntry[];
  readonly further?: FurtherVersions;
  /** Alternatives for a package without a clean version. */
  readonly context?: Pick<RecommendContext, 'replacement' | 'workaround'>;
}

interface RecommendOptions {
  readonly book: GroupFactsCache;
  readonly options: Pick<PlanOptions, 'strategy' | 'maxDistance'>;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** With more facts the choice may change and need further facts; more rounds are rarely needed. */
const ROUNDS_MAX = 3;

/** By package id. */
export async function recommendPackages(
  { database }: Pick<PipelineDeps, 'database'>,
  packages: readonly PackageQuery[],
  { book, options, at }: RecommendOptions,
): Promise<ReadonlyMap<string, Recommendation>> {
  const turn = createYielder();
  const known = targetCacheOf(database);
  const recommendations = new Map<string, Recommendation>();
  let waiting = packages;
  for (let round = 0; waiting.length > 0 && round < ROUNDS_MAX; round += 1) {
    const unsure = new Set<PackageQuery>();
    for (const each of waiting) {
      const { id, name, package: packageVersion, entries, further, context } = each;
      const factsOf = book.factsOf(id, () => unsure.add(each));
      const question = { package: packageVersion, entries, factsOf, ...options, ...(further && { further }) };
      const answer = known.answer(question, () => unsure.has(each));
      recommendations.set(id, recommend(question, { ...context, name, at }, answer));
      await turn();
    }
    waiting = [...unsure];
    if (waiting.length === 0) break;
    const asked = waiting.flatMap(({ entries }) => entries);
    await database.reference(async (tx) => await book.loadRequested(tx, asked, at));
  }
  return recommendations;
}
