/**
 * Matches the components of a set of documents that have no valid answer yet, each once, in batches. The snapshot is read before
 * the candidates: an import that commits in between makes the answer look older than it is, never newer.
 */
import { findUnassessed } from '../core/match/find-unassessed.ts';
import type { PackageMatch, PackageVersion } from '../core/match/match.ts';
import { matchPackage } from '../core/match/match-package.ts';
import { CandidateCache } from '../store/advisories/candidate-cache.ts';
import { readCandidates } from '../store/advisories/candidates.ts';
import { readSnapshot } from '../store/advisories/snapshots.ts';
import type { Database } from '../store/database.ts';
import { keepMatches, listStaleComponents, type StaleComponent } from '../store/portfolio/component-matches.ts';
import { ENGINE_VERSION, type PipelineDeps } from './deps.ts';

const BATCH = 2_000;

/** How many components were evaluated, because they or what is said of them changed, and of how many the answer was known. */
export async function matchComponents(
  deps: PipelineDeps,
  orgId: string,
  sets: readonly Buffer[],
): Promise<{ readonly evaluated: number; readonly known: number }> {
  let evaluated = 0;
  let seen = 0;
  for (const set of sets) {
    let count = BATCH;
    for (let from = 0; count === BATCH; from += BATCH) {
      const window = await deps.database.inOrg(
        orgId,
        async (tx) => await listStaleComponents(tx, set, ENGINE_VERSION, { from, count: BATCH }),
      );
      if (window.stale.length > 0) await matchBatch(deps, orgId, window.stale);
      evaluated += window.stale.length;
      seen += window.count;
      count = window.count;
    }
  }
  return { evaluated, known: seen - evaluated };
}

async function matchBatch(deps: PipelineDeps, orgId: string, stale: readonly StaleComponent[]): Promise<void> {
  const { snapshot, answers } = await evaluateComponents(deps, stale);
  const evaluated = answers.map((answer, index) => ({ id: stale[index]?.id ?? '', ...answer }));
  await deps.database.inOrg(orgId, async (tx) => await keepMatches(tx, evaluated, snapshot, ENGINE_VERSION));
}

export interface EvaluatedPackage {
  readonly matches: readonly PackageMatch[];
  /** Why it could not be assessed as a whole. */
  readonly unassessed: string | null;
}

/** In the order given. No transaction is open while they are matched. */
export async function evaluateComponents(
  { database, now }: Pick<PipelineDeps, 'database' | 'now'>,
  components: readonly { readonly package: PackageVersion; readonly keys: readonly string[] }[],
): Promise<{ readonly snapshot: number; readonly answers: readonly EvaluatedPackage[] }> {
  const asOf = new Date(now()).toISOString();
  const keys = [...new Set(components.flatMap((component) => component.keys))];
  const cache = cacheOf(database);
  const { snapshot, candidates } = await database.reference(async (tx) => ({
    snapshot: await readSnapshot(tx),
    candidates: await readCandidates(tx, keys, asOf, cache),
  }));
  const answers = components.map((component) => {
    const matches = matchPackage(
      component.package,
      component.keys.flatMap((key) => candidates.get(key) ?? []),
    );
    return { matches, unassessed: findUnassessed(matches) ?? null };
  });
  return { snapshot, answers };
}

// Forgotten together with the database.
const caches = new WeakMap<Database, CandidateCache>();

function cacheOf(database: Database): CandidateCache {
  const known = caches.get(database) ?? new CandidateCache();
  caches.set(database, known);
  return known;
}
