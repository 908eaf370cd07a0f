/** Findings in the newest versions of all services, grouped by the upgrade that fixes them or by component. */
import { mapSeverities } from '../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../store/database.ts';
import type { FindingFilter } from '../../store/findings/lists/finding-filter.ts';
import { listFindingsById, type ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import {
  countGroups,
  countServices,
  listUrgentGroups,
  type GroupCounts,
} from '../../store/findings/lists/urgent-groups.ts';
import type { PageRequest } from '../../store/page.ts';
import type { ServiceScope } from '../../store/portfolio/services.ts';
import { joinPackages, listFixTargets } from './next-fixes.ts';

export interface FoundGroup extends Omit<GroupCounts, 'packages' | 'packageCount'> {
  /** The most urgent one. */
  readonly finding: ListedFinding;
  /** More than one if they are upgraded together. */
  readonly packages: readonly { readonly name: string; readonly findings: number }[];
  /** Versions that fix the most severe findings, the most needed first. */
  readonly versions: readonly string[];
}

interface FoundGroupPage {
  readonly items: readonly FoundGroup[];
  /** Number of packages or components on all pages. */
  readonly total: number;
  /** Whether there are more findings than were scanned. */
  readonly more: boolean;
}

type OpenFilter = Omit<FindingFilter, 'state' | 'asOf'>;

export async function listFoundComponents(
  tx: OrgTx,
  services: ServiceScope,
  filter: OpenFilter,
  page: PageRequest,
): Promise<FoundGroupPage> {
  const { found, total, more } = await countPage(tx, services, filter, 'component', page);
  const targets = await listFixTargets(
    tx,
    services,
    'component',
    found.map(({ key }) => key),
  );
  const items = found.map(({ key, finding, counts: { packages: _names, packageCount: _count, ...counts } }) => ({
    ...counts,
    finding,
    packages: [{ name: finding.detail.component.name, findings: counts.findings }],
    versions: targets.get(key)?.versions ?? [],
  }));
  return { items, total, more };
}

/** Only findings with a fix. Packages of one page that are upgraded together are one fix. */
export async function listFoundFixes(
  tx: OrgTx,
  services: ServiceScope,
  given: OpenFilter,
  page: PageRequest,
): Promise<FoundGroupPage> {
  if (given.fixable === false) return { items: [], total: 0, more: false };
  const filter = { ...given, fixable: true };
  const { found, total, more } = await countPage(tx, services, filter, 'package', page);
  const fixes = await joinPackages(
    tx,
    services,
    found.map(({ key, ...each }) => ({ ...each, package: key })),
  );
  const joined = fixes.filter((each) => each.length > 1);
  const counted = await countServices(
    tx,
    services,
    filter,
    joined.map((each) => each.map((fix) => fix.package)),
  );
  const servicesOf = new Map(joined.map((each, index) => [each, counted[index]]));
  const items = fixes.map((each) => {
    const [first, ...others] = each;
    return {
      ...addCounts(
        first.counts,
        others.map(({ counts }) => counts),
      ),
      services: servicesOf.get(each) ?? first.counts.services,
      finding: first.finding,
      packages: each.map((fix) => ({ name: fix.package, findings: fix.counts.findings })),
      versions: first.versions,
    };
  });
  return { items, total, more };
}

async function countPage(
  tx: OrgTx,
  services: ServiceScope,
  filter: OpenFilter,
  by: 'component' | 'package',
  page: PageRequest,
) {
  const { shown, total, more } = await listUrgentGroups(tx, services, filter, by, page);
  const known = await listFindingsById(
    tx,
    shown.map(({ id }) => id),
  );
  const keys = shown.map(({ key }) => key);
  const counts = await countGroups(tx, services, filter, by, keys);
  const found = shown.flatMap(({ id, key }) => {
    const finding = known.get(id)?.listed;
    const counted = counts.get(key);
    return finding === undefined || counted === undefined ? [] : [{ key, finding, counts: counted }];
  });
  return { found, total, more };
}

type Added = Pick<GroupCounts, 'findings' | 'fixable' | 'exploited' | 'bySeverity' | 'firstSeenAt'>;

function addCounts(first: GroupCounts, others: readonly GroupCounts[]): Added {
  return others.reduce<Added>(
    (sum, counts) => ({
      findings: sum.findings + counts.findings,
      fixable: sum.fixable + counts.fixable,
      exploited: sum.exploited + counts.exploited,
      bySeverity: mapSeverities((severity) => sum.bySeverity[severity] + counts.bySeverity[severity]),
      firstSeenAt: counts.firstSeenAt < sum.firstSeenAt ? counts.firstSeenAt : sum.firstSeenAt,
    }),
    first,
  );
}
