/** The tiles of a version, for the filters of the list except the severity that they choose. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireFindingSummary } from '../../../src/api/contract/finding.ts';
import type { WireServiceHistory } from '../../../src/api/contract/history.ts';
import { SeverityTiles, type PreviousCounts } from '../../parts/severity-tiles.tsx';
import { useNow } from '../../parts/use-now.ts';
import { findingSummary } from '../../queries/findings.ts';
import { serviceHistory } from '../../queries/service-history.ts';
import type { VersionAddress } from '../../queries/versions.ts';
import { hasFilters } from '../../views/finding-view.ts';
import { hasChecked } from '../../wording/judge-result.ts';

const route = getRouteApi('/services/$service/versions/$version');
const VERSIONS_ASKED = 50;

export interface VersionTilesProps {
  readonly address: VersionAddress;
  readonly versionId: string | undefined;
  /** Without filters. */
  readonly summary: WireFindingSummary;
}

export function VersionTiles({ address, versionId, summary }: VersionTilesProps) {
  const view = route.useSearch();
  const filters = view.tab === undefined ? { ...view, severity: undefined } : {};
  const counted = useQuery(findingSummary(address, filters)).data;
  // Only the versions are wanted: one day is the fewest there can be.
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const history = useQuery(serviceHistory(address.service, { from: today, to: today, limit: VERSIONS_ASKED })).data;
  const previous = hasFilters(filters) ? undefined : findPrevious(history, versionId);
  return (
    <SeverityTiles
      counts={hasChecked(summary) ? counted?.bySeverity : undefined}
      hidden={summary.hidden}
      view={view}
      previous={previous}
    />
  );
}

/** The nearest version before it that was analyzed, of its own branch where there is one: what a comparison takes too. */
function findPrevious(
  history: WireServiceHistory | undefined,
  versionId: string | undefined,
): PreviousCounts | undefined {
  const versions = history?.versions ?? [];
  const at = versions.findIndex(({ id }) => id === versionId);
  const before = versions.slice(0, Math.max(0, at)).filter(({ analyzedAt }) => analyzedAt !== null);
  const branch = versions[at]?.branch ?? null;
  return before.findLast((version) => branch !== null && version.branch === branch) ?? before.at(-1);
}
