/** The overview of an organization: totals, trend, deadlines, the packages to upgrade next, and services in order. */
import { DAY_MS } from '../../core/calendar.ts';
import { toTrend, type TrendDay } from '../../core/history/trend.ts';
import type { ServiceSort } from '../../core/vocabulary/service.ts';
import type { OrgTx } from '../../store/database.ts';
import { listDailyChanges, listServiceChanges } from '../../store/findings/history/daily-changes.ts';
import {
  countFixableServices,
  listFixablePackages,
  type FixablePackage,
} from '../../store/findings/lists/next-fixes.ts';
import { rankServices, type RankedService } from '../../store/findings/lists/service-ranking.ts';
import type { ServiceScope } from '../../store/portfolio/services.ts';
import { joinPackages } from './next-fixes.ts';

const TREND_DAYS = 90;
const SERVICE_TREND_DAYS = 30;
const SERVICES_SHOWN = 10;
const DUE_SOON_DAYS = 7;
const FIXES_SHOWN = 5;
/** More than are shown, because packages that are upgraded together are joined. */
const PACKAGES_READ = 16;

interface DueCount {
  readonly count: number;
  /** The findings are due before this time. */
  readonly before: string;
}

interface NextFix extends Pick<FixablePackage, 'critical' | 'high' | 'exploited'> {
  /** Upgraded together. */
  readonly packages: readonly { readonly name: string; readonly findings: number }[];
  readonly versions: readonly string[];
  readonly services: number;
}

interface OrganizationOverview {
  readonly riskiest: readonly (RankedService & { readonly trend: readonly number[] })[];
  readonly trend: readonly TrendDay[];
  readonly due: { readonly overdue: DueCount; readonly week: DueCount };
  readonly fixes: readonly NextFix[];
}

export async function getOverview(
  tx: OrgTx,
  scope: ServiceScope,
  { sort, nowMs }: { readonly sort: ServiceSort; readonly nowMs: number },
): Promise<OrganizationOverview> {
  const now = new Date(nowMs).toISOString();
  const dueBefore = new Date(nowMs + DUE_SOON_DAYS * DAY_MS).toISOString();
  const { totals, services } = await rankServices(tx, scope, { sort, limit: SERVICES_SHOWN, now, dueBefore });
  const today = now.slice(0, 10);
  const changes = await listDailyChanges(tx, scope, dayBefore(nowMs, TREND_DAYS));
  const ids = services.map(({ service }) => service.id);
  const ofService = await listServiceChanges(tx, ids, dayBefore(nowMs, SERVICE_TREND_DAYS));
  return {
    trend: toTrend(totals, changes, { today, count: TREND_DAYS }),
    riskiest: services.map((each) => ({
      ...each,
      trend: toTrend(each, ofService.get(each.service.id) ?? [], { today, count: SERVICE_TREND_DAYS }).map(
        ({ total }) => total,
      ),
    })),
    due: {
      overdue: { count: totals.overdue, before: now },
      week: { count: totals.dueSoon, before: dueBefore },
    },
    fixes: await listFixes(tx, scope),
  };
}

function dayBefore(nowMs: number, days: number): string {
  return new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10);
}

async function listFixes(tx: OrgTx, scope: ServiceScope): Promise<OrganizationOverview['fixes']> {
  const packages = await listFixablePackages(tx, scope, PACKAGES_READ);
  const shown = (await joinPackages(tx, scope, packages)).slice(0, FIXES_SHOWN);
  const services = await countFixableServices(
    tx,
    scope,
    shown.map((each) => each.map((fix) => fix.package)),
  );
  return shown.map((each, index) => ({
    packages: each.map((fix) => ({ name: fix.package, findings: fix.findings })),
    versions: each[0].versions,
    services: services[index] ?? 0,
    critical: sumOf(each.map(({ critical }) => critical)),
    high: sumOf(each.map(({ high }) => high)),
    exploited: sumOf(each.map(({ exploited }) => exploited)),
  }));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
