/**
 * Matches the components of sets of documents that have no valid result yet, each once, in batches. The snapshot is read before
 * the candidates: an import that commits in between makes the result look older than it is, never newer.
 */
import { findUnassessedReason, matchPackage } from '../../core/match/match-package.ts';
import type { CandidateEntry, PackageMatch, PackageVersion } from '../../core/match/match.ts';
import { LIMITS } from '../../core/limits.ts';
import { keysOf } from '../../core/match/identify-package.ts';
import { toJarKey } from '../../core/identity/packages/jar-table.ts';
import { resolveJar } from '../../core/match/language/resolve-jar.ts';
import { resolveSource, unknownSourceKey, type KnownSource } from '../../core/match/distro/resolve-source.ts';
import { CandidateCache, listCandidates } from '../../store/advisories/candidates.ts';
import { listPackageSources } from '../../store/advisories/merge/package-sources.ts';
import { getSnapshot } from '../../store/advisories/snapshots.ts';
import type { Database, OrgTx } from '../../store/database.ts';
import { listLearnedSources } from '../../store/portfolio/components/learned-sources.ts';
import {
  listComponentsById,
  saveMatches,
  listStaleComponents,
  type EvaluatedComponent,
  type StaleComponent,
} from '../../store/portfolio/components/component-matches.ts';
import { ENGINE_VERSION, type PipelineDeps } from '../deps.ts';
import { SBOM_MATCHES_LIMIT, VERSION_FINDINGS_LIMIT } from '../errors.ts';
import { createYielder } from '../../store/yielding.ts';

/** Known components cost only a memo, so that many are looked up at once. */
const WINDOW = 10_000;
const BATCH = 2_000;

export interface MatchLimits {
  readonly findingsMax: number;
  /** Limit per set. */
  readonly matchesMax: number;
}

export const MATCH_LIMITS: MatchLimits = {
  findingsMax: LIMITS.findingsPerVersionMax,
  matchesMax: LIMITS.matchesPerSbomMax,
};

interface MatchedFor {
  /** The service of the sets. */
  readonly serviceId?: string;
  /** Runs in the first transaction, which is not durable. */
  readonly begin?: ((tx: OrgTx) => Promise<void>) | undefined;
}

/**
 * Returns how many components were evaluated, because they or their advisories changed, and for how many the result was known.
 * Stops at the limits: thousands of versions of a package with thousands of vulnerabilities fit into a small document.
 */
export async function matchComponents(
  deps: PipelineDeps,
  orgId: string,
  sets: readonly Buffer[],
  { findingsMax, matchesMax }: MatchLimits = MATCH_LIMITS,
  { serviceId, begin }: MatchedFor = {},
): Promise<{ readonly evaluated: number; readonly known: number }> {
  let evaluated = 0;
  let seen = 0;
  let findings = 0;
  for (const set of sets) {
    let matches = 0;
    const onMatches = (found: readonly PackageMatch[]): void => {
      findings += found.filter(({ state }) => state === 'affected').length;
      matches += found.length;
      if (findings > findingsMax) throw VERSION_FINDINGS_LIMIT({ findingsMax });
      if (matches > matchesMax) throw SBOM_MATCHES_LIMIT({ matchesMax });
    };
    let isLast = false;
    for (let from = 0; !isLast; from += WINDOW) {
      const read = async (tx: OrgTx) => {
        if (seen === 0) await begin?.(tx);
        const window = { engineVersion: ENGINE_VERSION, serviceId, from, count: WINDOW };
        const found = await listStaleComponents(tx, set, window);
        return { ...found, first: await listComponentsById(tx, found.ids.slice(0, BATCH)) };
      };
      const { ids, count, ...window } = await deps.database.inOrg(orgId, read, { durable: false });
      for (let start = 0; start < ids.length; start += BATCH) {
        const batch = ids.slice(start, start + BATCH);
        const stale =
          start === 0
            ? window.first
            : await deps.database.inOrg(orgId, async (tx) => await listComponentsById(tx, batch));
        if (stale.length > 0) await matchBatch(deps, orgId, stale, onMatches);
        evaluated += stale.length;
      }
      seen += count;
      isLast = window.isLast;
    }
  }
  return { evaluated, known: seen - evaluated };
}

/** Calls `onMatches` with the matches of each component before they are stored; it may throw. */
export async function matchBatch(
  deps: PipelineDeps,
  orgId: string,
  stale: readonly StaleComponent[],
  onMatches: (matches: readonly PackageMatch[]) => void = () => {},
): Promise<void> {
  const { snapshot, answers } = await evaluateComponents(deps, orgId, stale);
  let evaluated: EvaluatedComponent[] = [];
  let matches = 0;
  const keep = async (): Promise<void> => {
    if (evaluated.length === 0) return;
    // Lost matches are computed again.
    const durable = false;
    await deps.database.inOrg(orgId, async (tx) => await saveMatches(tx, evaluated, snapshot, ENGINE_VERSION), {
      durable,
    });
    [evaluated, matches] = [[], 0];
  };
  for await (const { component, ...answer } of answers) {
    onMatches(answer.matches);
    evaluated.push({ ...answer, id: component.id });
    matches += answer.matches.length;
    if (matches >= MATCHES_PER_WRITE) await keep();
  }
  await keep();
}

/**
 * Packages with thousands of vulnerabilities, in hundreds of versions, exceed a reasonable batch. Higher than the limit of
 * findings, so that a document with too many is usually refused before anything is written.
 */
const MATCHES_PER_WRITE = 2 * LIMITS.findingsPerVersionMax;

interface MatchableComponent {
  readonly package: PackageVersion;
  readonly keys: readonly string[];
}

interface Evaluated<Component> {
  readonly component: Component;
  /** Keys of a source package that its document does not state: advisories about it also affect the component. */
  readonly sourceKeys: readonly string[];
  readonly matches: readonly PackageMatch[];
  /** Why it could not be assessed completely. */
  readonly unassessed: string | null;
}

/** Yields results in the given order, each on demand, so that the caller can stop early. No transaction is open meanwhile. */
export async function evaluateComponents<Component extends MatchableComponent>(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  orgId: string | null,
  components: readonly Component[],
): Promise<{ readonly snapshot: number; readonly answers: AsyncIterable<Evaluated<Component>> }> {
  const { snapshot, entriesOf, resolve } = await loadEntries(deps, orgId, components);
  return { snapshot, answers: matchEach(components, { entriesOf, resolve }) };
}

export interface KnownEntries {
  /** Read before the entries. */
  readonly snapshot: number;
  /** All advisory entries for the keys of a component, after `resolve`. */
  readonly entriesOf: (component: Pick<MatchableComponent, 'keys'>) => readonly CandidateEntry[];
  /** Adds the source package, or the coordinates of a jar, if the document does not state them and they are known otherwise. */
  readonly resolve: <Component extends MatchableComponent>(component: Component) => Component;
}

/** Without an organization, source packages of other documents are not used. */
export async function loadEntries(
  { database, now }: Pick<PipelineDeps, 'database' | 'now'>,
  orgId: string | null,
  components: readonly MatchableComponent[],
): Promise<KnownEntries> {
  const asOf = new Date(now()).toISOString();
  const cache = cacheOf(database);
  const withoutSource = components.filter((component) => unknownSourceKey(component.package) !== undefined);
  const learned = await loadLearnedSources(database, orgId, withoutSource);
  return await database.reference(async (tx) => {
    const snapshot = await getSnapshot(tx);
    const sources = await listPackageSources(
      tx,
      components.flatMap((component) => lookupKeysOf(component.package)),
    );
    const resolve: KnownEntries['resolve'] = (component) => {
      const keysToLookUp = lookupKeysOf(component.package);
      if (keysToLookUp.length === 0) return component;
      const known = [sources, learned].flatMap((each) => keysToLookUp.flatMap((key) => each.get(key) ?? []));
      const isJar = component.package.identity.jarHashes !== undefined;
      const resolved = isJar ? resolveJar(component.package, known) : resolveSource(component.package, known);
      return resolved === component.package
        ? component
        : { ...component, package: resolved, keys: [...new Set([...component.keys, ...keysOf(resolved.identity)])] };
    };
    const keys = [...new Set(components.flatMap((component) => resolve(component).keys))];
    const candidates = await listCandidates(tx, keys, asOf, cache);
    return {
      snapshot,
      resolve,
      entriesOf: (component) => component.keys.flatMap((key) => candidates.get(key) ?? []),
    };
  });
}

/** Keys under which the source of a package or the coordinates of a jar may be known; empty if neither is needed. */
function lookupKeysOf(packageVersion: PackageVersion): readonly string[] {
  const { jarHashes } = packageVersion.identity;
  if (jarHashes !== undefined) return jarHashes.flatMap((hash) => toJarKey(hash) ?? []);
  const key = unknownSourceKey(packageVersion);
  return key === undefined ? [] : [key];
}

async function loadLearnedSources(
  database: Database,
  orgId: string | null,
  withoutSource: readonly MatchableComponent[],
): Promise<ReadonlyMap<string, readonly KnownSource[]>> {
  if (orgId === null || withoutSource.length === 0) return new Map();
  const packages = withoutSource.map((component) => component.package);
  return await database.inOrg(orgId, async (tx) => await listLearnedSources(tx, packages));
}

/** One package may have thousands of candidates, so the loop yields to other work. */
async function* matchEach<Component extends MatchableComponent>(
  components: readonly Component[],
  { entriesOf, resolve }: Pick<KnownEntries, 'entriesOf' | 'resolve'>,
): AsyncGenerator<Evaluated<Component>> {
  const turn = createYielder();
  for (const component of components) {
    const resolved = resolve(component);
    const entries = entriesOf(resolved);
    const matches = matchPackage(resolved.package, entries);
    yield {
      component,
      sourceKeys: resolved === component ? [] : resolved.keys,
      matches,
      unassessed: findUnassessedReason(resolved.package, entries, matches) ?? null,
    };
    await turn();
  }
}

// Released together with the database.
const caches = new WeakMap<Database, CandidateCache>();

function cacheOf(database: Database): CandidateCache {
  const known = caches.get(database) ?? new CandidateCache();
  caches.set(database, known);
  return known;
}
