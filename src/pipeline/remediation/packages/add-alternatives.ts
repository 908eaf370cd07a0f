/**
 * Looks for alternatives for packages without a clean version: versions that the organization was seen to use, and workarounds in
 * advisories. Seen versions are data of the organization and are only queried within it.
 */
import type { CandidateEntry } from '../../../core/match/match.ts';
import { findReplacement, findWorkaround } from '../../../core/remediation/find-alternatives.ts';
import type { RecommendContext, Recommendation } from '../../../core/remediation/recommend.ts';
import type { ReferenceTx } from '../../../store/database.ts';
import {
  listEntriesOfGroups,
  listSeenVersions,
  listTextsWithWorkaround,
} from '../../../store/remediation/fallback-options.ts';
import { pipelined } from '../../../store/pipelined.ts';
import type { PipelineDeps } from '../../deps.ts';
import type { PackageQuery } from './recommend-packages.ts';

/** Whether another version or a workaround would help. */
export function isUnclean({ answer: { outcome } }: Recommendation): boolean {
  return outcome === 'none' || outcome === 'reduces';
}

interface UncleanPackage extends PackageQuery {
  /** The package without its version. */
  readonly key: string;
  /** Vulnerabilities that affect it. */
  readonly affecting: readonly string[];
  readonly isOfSystem: boolean;
}

/**
 * Returns the packages with the alternatives. System packages are left out, because their versions in documents and records are
 * of different kinds.
 */
export async function addAlternatives(
  { database }: Pick<PipelineDeps, 'database'>,
  orgId: string,
  packages: readonly UncleanPackage[],
): Promise<readonly PackageQuery[]> {
  const libraries = packages.filter(({ isOfSystem }) => !isOfSystem);
  if (libraries.length === 0) return [];
  const keys = [...new Set(libraries.map(({ key }) => key))];
  const [seen, adviceOf] = await database.inOrg(
    orgId,
    async (tx) => await pipelined([listSeenVersions(tx, keys), loadAdvice(tx, libraries)]),
  );
  const seenOf = Map.groupBy(seen, (each) => each.package);
  return libraries.map((each) => ({
    ...each,
    further: { seen: seenOf.get(each.key) ?? [] },
    context: adviceOf(each),
  }));
}

type Advice = Pick<RecommendContext, 'replacement' | 'workaround'>;

async function loadAdvice(
  tx: ReferenceTx,
  packages: readonly UncleanPackage[],
): Promise<(unclean: UncleanPackage) => Advice> {
  const groupsOf = (some: readonly UncleanPackage[]): string[] => [...new Set(some.flatMap((each) => each.affecting))];
  const modules = packages.filter((each) => each.package.identity.family === 'Go');
  const [texts, entries] = await pipelined([
    listTextsWithWorkaround(tx, groupsOf(packages)),
    listEntriesOfGroups(tx, groupsOf(modules)),
  ]);
  const workarounds = new Map(
    texts.flatMap(({ groupId, id, source, details }) => {
      const text = findWorkaround(details);
      const url = `https://osv.dev/vulnerability/${encodeURIComponent(id)}`;
      return text === undefined ? [] : [[groupId, { text, source: `${id} (${source})`, url }] as const];
    }),
  );
  const entriesOf = Map.groupBy(entries, ({ groupId }) => groupId);
  return ({ affecting, package: { identity } }) => {
    const workaround = affecting.flatMap((groupId) => workarounds.get(groupId) ?? [])[0];
    const named: readonly CandidateEntry['entry'][] = affecting.flatMap((groupId) =>
      (entriesOf.get(groupId) ?? []).map(({ entry }) => entry),
    );
    const replacement = findReplacement(identity, named);
    return { ...(workaround && { workaround }), ...(replacement && { replacement }) };
  };
}
