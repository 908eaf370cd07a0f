/** The main page: what is known about one version, from the state of its analysis down to the single finding. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { WireVersionDetails } from '../../../src/api/contract/version.ts';
import { ApiFailure } from '../../api-client.ts';
import { AnalysisPanel } from '../../parts/analysis-panel.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { NothingHere } from '../../parts/nothing-here.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ResultStrip } from '../../parts/result-strip.tsx';
import { latestAnalysis } from '../../queries/analyses.ts';
import { findingsKey, findingSummary } from '../../queries/findings.ts';
import { serviceDetails } from '../../queries/services.ts';
import { versionDetails, type VersionAddress } from '../../queries/versions.ts';
import { useLive } from '../../live/use-event-stream.ts';
import { hasEnded, isCompleted } from '../../wording/analysis-words.ts';
import { findDataNotice } from '../../wording/data-words.ts';
import { VersionFindings } from './version-findings.tsx';
import styles from './version-page.module.css';

const route = getRouteApi('/services/$service/versions/$version');

export function VersionPage() {
  const address = route.useParams();
  // Another version is another page: nothing of this one may show through while the other is loaded.
  return <VersionView key={`${address.service}\n${address.version}`} address={address} />;
}

function VersionView({ address }: { readonly address: VersionAddress }) {
  const details = useQuery(versionDetails(address));
  const analysis = useLatestAnalysis(address);
  const summary = useQuery(findingSummary(address, {}));
  const error = details.error ?? analysis.error;
  if (error instanceof ApiFailure && error.status === 404) return <NothingHere />;
  const notice = summary.data && findDataNotice(summary.data.data.state);
  // A result without an analysis that completed is that of an earlier one.
  const isEarlier = analysis.data ? !isCompleted(analysis.data.status) : false;
  return (
    <>
      <VersionHead address={address} details={details.data} />
      {error !== null && <Problem error={error} />}
      {analysis.data === undefined && error === null && <Loading rows={1} />}
      {analysis.data === null && <Notice kind="neutral">No SBOM was uploaded for this version yet.</Notice>}
      {analysis.data && <AnalysisPanel analysis={analysis.data} />}
      {notice !== undefined && (
        <Notice kind="doubtful">
          {notice.text} {notice.cure}
        </Notice>
      )}
      {summary.data !== undefined && <ResultStrip summary={summary.data} isEarlier={isEarlier} />}
      {summary.error !== null && error === null && <Problem error={summary.error} />}
      {summary.data !== undefined && (
        <VersionFindings address={address} summary={summary.data} status={analysis.data?.status} />
      )}
    </>
  );
}

interface VersionHeadProps {
  readonly address: VersionAddress;
  readonly details: WireVersionDetails | undefined;
}

/** The address may hold ids; the names are shown as soon as they are known. */
function VersionHead({ address, details }: VersionHeadProps) {
  const service = useQuery(serviceDetails(address.service)).data?.name ?? address.service;
  const version = details?.name ?? address.version;
  const trail = (
    <>
      <li>
        <Link to="/services">Services</Link>
      </li>
      <li>
        <Link to="/services/$service" params={{ service }}>
          <HostileText text={service} />
        </Link>
      </li>
    </>
  );
  const marks = details !== undefined && <Marks details={details} />;
  return (
    <PageHead title={`${service} ${version}`} trail={trail} marks={marks}>
      <HostileText text={service} />{' '}
      <span className={styles.version}>
        <HostileText text={version} />
      </span>
    </PageHead>
  );
}

function Marks({ details: { aliases, git } }: { readonly details: WireVersionDetails }) {
  const marks = [...aliases.map((alias) => `alias ${alias}`), ...(git.branch === null ? [] : [`branch ${git.branch}`])];
  return marks.map((mark) => (
    <span key={mark} className={styles.mark}>
      <HostileText text={mark} charactersMax={48} />
    </span>
  ));
}

/** When an analysis ends while the page is open, what was read of its findings is old. */
function useLatestAnalysis(address: VersionAddress) {
  const queryClient = useQueryClient();
  const [watchedSinceMs] = useState(() => Date.now());
  const analysis = useQuery(latestAnalysis(queryClient, address, { sinceMs: watchedSinceMs, isLive: useLive() }));
  const isOpen = analysis.data ? !hasEnded(analysis.data.status) : false;
  const { service, version } = address;
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => void queryClient.invalidateQueries({ queryKey: findingsKey({ service, version }) });
  }, [isOpen, queryClient, service, version]);
  return analysis;
}
