/** Upgrades that fix findings of several services: packages with their target versions, joined if they are upgraded together. */
import {
  isSystemPackage,
  joinFixes,
  listTargets,
  type PackageFix,
} from '../../core/remediation/targets/list-targets.ts';
import type { OrgTx } from '../../store/database.ts';
import { listFixedComponents } from '../../store/findings/lists/next-fixes.ts';
import type { ServiceScope } from '../../store/portfolio/services.ts';

/** The most severe ones, enough to find the versions that most services need. */
const FINDINGS_PER_KEY = 10;
const VERSIONS_PER_FIX = 3;

interface Target {
  /** The most needed first. */
  readonly versions: readonly string[];
  readonly isSystem: boolean;
}

/** Returns the target versions of packages by name, or of components by id. Without a fix there is no entry. */
export async function listFixTargets(
  tx: OrgTx,
  scope: ServiceScope,
  by: 'package' | 'component',
  keys: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  const fixed = Map.groupBy(await listFixedComponents(tx, scope, by, keys, FINDINGS_PER_KEY), ({ key }) => key);
  return new Map(
    [...fixed].map(([key, components]) => [
      key,
      {
        versions: listTargets(components).slice(0, VERSIONS_PER_FIX),
        isSystem: components.some(({ purl }) => isSystemPackage(purl)),
      },
    ]),
  );
}

/** Keeps the order of the first package of each fix. */
export async function joinPackages<Package extends { readonly package: string }>(
  tx: OrgTx,
  scope: ServiceScope,
  packages: readonly Package[],
): Promise<(readonly [Package & PackageFix, ...(Package & PackageFix)[]])[]> {
  const names = packages.map((each) => each.package);
  const targets = await listFixTargets(tx, scope, 'package', names);
  return joinFixes(packages.map((each) => ({ ...each, ...(targets.get(each.package) ?? NO_TARGET) })));
}

const NO_TARGET: Target = { versions: [], isSystem: false };
