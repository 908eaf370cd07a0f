/** Page of a version, from the state of its analysis down to a single finding. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import { isStatus } from '../../api/api-client.ts';
import { refreshAll } from '../../live/apply-event.ts';
import { useSharedValue } from '../../live/shared-value.ts';
import { usePainted } from '../../live/use-painted.ts';
import { streamConnected } from '../../live/use-event-stream.ts';
import { AnalysisFailure, AnalysisPanel } from './analysis/analysis-panel.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Skeleton, SkeletonBlock, SkeletonColumns, SkeletonRows } from '../../parts/feedback/skeleton.tsx';
import { ResultStrip } from './analysis/result-strip.tsx';
import { latestAnalysis } from '../../queries/services/analyses.ts';
import { findingSummary } from '../../queries/findings/findings.ts';
import { serviceDetails } from '../../queries/services/services.ts';
import { versionDetails, type VersionAddress } from '../../queries/services/versions.ts';
import { toInstant } from '../../text/format/time.ts';
import { hasEnded, isCompleted, isWorkingOn } from '../../text/analysis/analysis-text.ts';
import { describeNotUploaded } from './version-text.ts';
import { RepeatAssessment } from './analysis/repeat-assessment.tsx';
import { VersionHead } from './version-head.tsx';
import { VersionTabs } from './version-tabs.tsx';
import styles from './version-page.module.css';
import { SeverityTiles } from '../../parts/severity/severity-tiles.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { findPrevious, serviceHistory } from '../../queries/services/service-history.ts';
import { hasFilters, type FindingView } from '../../search-params/finding-view.ts';
import { hasChecked } from '../../text/analysis/result-quality.ts';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';

const route = getRouteApi('/services/$service/versions/$version');

export function VersionPage() {
  const address = route.useParams();
  // A different version is a different page: nothing of this one may show while the other loads.
  return <VersionContent key={`${address.service}\n${address.version}`} address={address} />;
}

function VersionContent({ address }: { readonly address: VersionAddress }) {
  const details = useQuery(versionDetails(address));
  const service = useQuery(serviceDetails(address.service)).data;
  const analysis = useLatestAnalysis(address);
  const summary = useQuery(findingSummary(address, {}));
  const suggested = useQuery(findingSummary(address, { suggested: 'true' })).data?.total;
  const error = details.error ?? analysis.error;
  if (isStatus(error, 404)) return <NotFound />;
  const latest = analysis.data;
  const hasResult = summary.data !== undefined && latest !== undefined;
  return (
    <>
      <VersionHead
        address={address}
        serviceName={service?.name ?? address.service}
        details={details.data}
        whyNot={explainDisabledAnalysis(latest, details.data?.frozenAt ?? null)}
      />
      {error !== null && <Problem error={error} />}
      {latest === null && <Notice kind="neutral">No SBOM uploaded yet.</Notice>}
      <div className={styles.line}>
        {latest && (
          <AnalysisPanel analysis={latest}>
            {service !== undefined && !service.aiOptOut && <RepeatAssessment address={address} analysis={latest} />}
          </AnalysisPanel>
        )}
        {hasResult && (
          <ResultStrip
            summary={summary.data}
            suggested={suggested}
            // Unless the latest analysis completed, the result is from an earlier one.
            isEarlier={latest !== null && !isCompleted(latest.status)}
          />
        )}
      </div>
      {latest?.failure && <AnalysisFailure failure={latest.failure} />}
      {details.data?.frozenAt && <Frozen at={details.data.frozenAt} />}
      {summary.error !== null && error === null && <Problem error={summary.error} />}
      {hasResult && summary.data.notUploaded.length > 0 && (
        <Notice kind="doubtful">
          <UntrustedText text={describeNotUploaded(summary.data.notUploaded)} charactersMax={600} />
        </Notice>
      )}
      {!hasResult && error === null && summary.error === null && <VersionSkeleton />}
      {hasResult && (
        <>
          <VersionTiles address={address} versionId={details.data?.id} summary={summary.data} />
          <VersionTabs address={address} summary={summary.data} analysis={latest} />
        </>
      )}
    </>
  );
}

/** Strip, tiles, tabs and table. */
function VersionSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock height="1.5rem" />
      <SkeletonColumns count={7} height="3.75rem" minWidth="6.5rem" />
      <SkeletonBlock height="2.5rem" />
      <SkeletonRows rows={10} />
    </Skeleton>
  );
}

function useLatestAnalysis(address: VersionAddress) {
  const queryClient = useQueryClient();
  const [sinceMs] = useState(() => Date.now());
  const isLive = useSharedValue(streamConnected);
  const analysis = useQuery(latestAnalysis(queryClient, address, { sinceMs, isLive }));
  const latest = analysis.data;
  const progress = latest && `${latest.id} ${hasEnded(latest.status)} ${isWorkingOn(latest)}`;
  const shown = useRef(progress);
  useEffect(() => {
    // Without a stream, polling is the only sign that the rest of the page is outdated.
    if (shown.current !== undefined && shown.current !== progress && !isLive) void refreshAll(queryClient);
    shown.current = progress;
  }, [progress, isLive, queryClient]);
  return analysis;
}

function Frozen({ at }: { readonly at: string }) {
  return (
    <Notice kind="doubtful">
      SBOMs deleted by retention on {toInstant(at)}. Findings stay unchanged, and new advisories are not applied. Upload
      the SBOM again to analyze it.
    </Notice>
  );
}

function explainDisabledAnalysis(
  analysis: WireAnalysis | null | undefined,
  frozenAt: string | null,
): string | undefined {
  if (frozenAt !== null) return 'SBOMs deleted by retention.';
  if (analysis === undefined) return 'The version is being loaded.';
  if (analysis === null) return 'No SBOM uploaded yet.';
  return hasEnded(analysis.status) ? undefined : 'An analysis is running.';
}

const VERSIONS_ASKED = 50;

interface VersionTilesProps {
  readonly address: VersionAddress;
  readonly versionId: string | undefined;
  /** Without filters. */
  readonly summary: WireFindingSummary;
}

/** Severity tiles with the filters of the list, except the severity that they select. */
function VersionTiles({ address, versionId, summary }: VersionTilesProps) {
  const search = route.useSearch();
  // The filters of another tab are not those of findings.
  const view: FindingView = search.tab === undefined ? search : {};
  const filters = { ...view, severity: undefined };
  const counted = useQuery(findingSummary(address, filters)).data;
  // Only the versions are needed; one day is the shortest possible period.
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const history = useQuery({
    ...serviceHistory(address.service, { from: today, to: today, limit: VERSIONS_ASKED }),
    enabled: usePainted(),
  }).data;
  // A decrease is meaningless while images are missing, or if only a part of the findings is counted.
  const isComparable = !hasFilters(filters) && summary.notUploaded.length === 0;
  const previous = isComparable ? findPrevious(history?.versions ?? [], versionId) : undefined;
  return (
    <SeverityTiles
      counts={hasChecked(summary) ? counted?.bySeverity : undefined}
      hidden={counted?.hidden ?? summary.hidden}
      view={view}
      previous={previous}
    />
  );
}
