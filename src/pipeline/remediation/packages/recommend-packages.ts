/**
 * Recommends a target for each package version of a plan. Data that a recommendation depends on is loaded on demand: first the
 * severity of other vulnerabilities of the package, then, without a clean version, the versions seen in the organization.
 */
import { recommend, type RecommendContext, type Recommendation } from '../../../core/remediation/recommend.ts';
import type { CandidateEntry, PackageVersion } from '../../../core/match/match.ts';
import type { FurtherVersions } from '../../../core/remediation/targets/candidates.ts';
import { createYielder } from '../../../store/yielding.ts';
import type { PipelineDeps } from '../../deps.ts';
import type { GroupFactsCache } from './group-facts.ts';
import type { PlanOptions } from '../plan/version-plan.ts';
import { LIMITS } from '../../../core/limits.ts';
import { canonicalPackage } from '../../../core/match/identify-package.ts';
import { chooseTarget, type TargetQuestion } from '../../../core/remediation/targets/choose-target.ts';
import type { FactsOf, GroupFacts, TargetAnswer } from '../../../core/remediation/targets/target.ts';
import type { Database } from '../../../store/database.ts';

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

// Caches target versions of packages: the versions of a service contain mostly the same packages, and choosing targets is the
// larger part of a plan. An answer depends on the package version, its advisories, and the severity of the vulnerabilities that
// were looked up. Answers that depend on anything else are not kept, so the cache is never out of date.
interface CachedTarget {
  readonly answer: TargetAnswer;
  readonly entries: readonly CandidateEntry[];
  /** In the order in which they were requested. */
  readonly facts: ReadonlyMap<string, GroupFacts>;
  readonly size: number;
}

export class TargetCache {
  // In the order of last use: a map keeps insertion order.
  readonly #known = new Map<string, CachedTarget>();
  #size = 0;

  /** Calls `isGuess` after an answer was computed: an answer based on guesses is not kept. */
  answer(question: TargetQuestion, isGuess: () => boolean): TargetAnswer {
    // Versions that an organization was seen to use are its own data and change with every upload.
    if (question.further !== undefined) return chooseTarget(question);
    const { package: packageVersion, strategy = '', maxDistance = '' } = question;
    const key = `${strategy} ${maxDistance} ${canonicalPackage(packageVersion)}`;
    const known = this.#known.get(key);
    if (known !== undefined && isValidFor(known, question)) {
      this.#known.delete(key);
      this.#known.set(key, known);
      return known.answer;
    }
    const facts = new Map<string, GroupFacts>();
    const answer = chooseTarget({ ...question, factsOf: recordFacts(question.factsOf, facts) });
    if (!isGuess()) this.#keep(key, { answer, entries: question.entries, facts, size: sizeOf(question.entries) });
    return answer;
  }

  #keep(key: string, fresh: CachedTarget): void {
    if (fresh.size > LIMITS.remediationKnownMax) return;
    this.#forget(key);
    this.#known.set(key, fresh);
    this.#size += fresh.size;
    for (const oldest of this.#known.keys()) {
      if (this.#size <= LIMITS.remediationKnownMax) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#size -= this.#known.get(key)?.size ?? 0;
    this.#known.delete(key);
  }
}

/**
 * Entries are the same objects until an advisory about the package changes. Facts are requested in the same order, up to the
 * first difference, so that no additional facts are requested.
 */
function isValidFor({ entries, facts }: CachedTarget, question: TargetQuestion): boolean {
  if (entries.length !== question.entries.length) return false;
  if (entries.some((entry, at) => entry !== question.entries[at])) return false;
  for (const [groupId, { severity, risk, isRelevant }] of facts) {
    const now = question.factsOf(groupId);
    if (now.severity !== severity || now.risk !== risk || now.isRelevant !== isRelevant) return false;
  }
  return true;
}

function recordFacts(factsOf: FactsOf, facts: Map<string, GroupFacts>): FactsOf {
  return (groupId) => {
    const found = factsOf(groupId);
    facts.set(groupId, found);
    return found;
  };
}

function sizeOf(entries: readonly CandidateEntry[]): number {
  let size = 1;
  for (const { entry } of entries) size += 1 + entry.windows.length + entry.versions.length;
  return size;
}

// Released together with the database.
const known = new WeakMap<Database, TargetCache>();

function targetCacheOf(database: Database): TargetCache {
  const found = known.get(database) ?? new TargetCache();
  known.set(database, found);
  return found;
}
