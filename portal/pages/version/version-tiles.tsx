/** Severity tiles of a version, with the filters of the list except the severity that they select. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { SeverityTiles } from '../../parts/severity/severity-tiles.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { findingSummary } from '../../queries/findings/findings.ts';
import { serviceHistory } from '../../queries/services/service-history.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { hasFilters } from '../../search-params/finding-view.ts';
import { findPrevious } from './previous-version.ts';
import { hasChecked } from '../../text/analysis/result-quality.ts';

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
  // Only the versions are needed; one day is the shortest possible period.
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const history = useQuery(serviceHistory(address.service, { from: today, to: today, limit: VERSIONS_ASKED })).data;
  // A decrease is meaningless while images are missing, or if only a part of the findings is counted.
  const isComparable = !hasFilters(filters) && summary.notUploaded.length === 0;
  const previous = isComparable ? findPrevious(history?.versions ?? [], versionId) : undefined;
  return (
    <SeverityTiles
      counts={hasChecked(summary) ? counted?.bySeverity : undefined}
      hidden={summary.hidden}
      view={view}
      previous={previous}
    />
  );
}
