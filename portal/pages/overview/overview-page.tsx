/** Start page: recent changes, most urgent findings, and coverage. Before the first upload, instructions for it. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../../parts/loading.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { demo } from '../../queries/demo.ts';
import { serviceList } from '../../queries/services.ts';
import { FirstRun } from '../first-run/first-run.tsx';
import { Overview } from './overview.tsx';

const REFRESH_EVERY_MS = 2_000;

export function OverviewPage() {
  const [wantsDemo, setWantsDemo] = useState(false);
  const { data, error } = useQuery({
    ...serviceList({}),
    // The event stream reports it too, but may be blocked.
    refetchInterval: ({ state }) => state.data?.total === 0 && REFRESH_EVERY_MS,
  });
  const isLoadingDemo = useQuery({ ...demo(), enabled: wantsDemo }).data?.loading ?? false;
  const newest = data?.items.find(({ latestVersion }) => latestVersion !== null);
  useFirstArrival(data?.total, wantsDemo ? undefined : newest);
  if (data === undefined) {
    return (
      <>
        <PageHead title="Overview">Overview</PageHead>
        {error === null ? <Loading rows={6} /> : <Problem error={error} />}
      </>
    );
  }
  // While the demo loads, the page shows its progress.
  if (data.total === 0 || (wantsDemo && isLoadingDemo)) return <FirstRun onDemo={() => setWantsDemo(true)} />;
  return <Overview />;
}

interface Arrival {
  readonly name: string;
  readonly latestVersion: { readonly name: string } | null;
}

/** Opens the first version that is uploaded while the user waits here. */
function useFirstArrival(total: number | undefined, newest: Arrival | undefined): void {
  const navigate = useNavigate();
  const wasEmpty = useRef(false);
  useEffect(() => {
    if (total === 0) wasEmpty.current = true;
  }, [total]);
  const service = newest?.name;
  const version = newest?.latestVersion?.name;
  useEffect(() => {
    if (!wasEmpty.current || service === undefined || version === undefined) return;
    wasEmpty.current = false;
    void navigate({ to: '/services/$service/versions/$version', params: { service, version }, replace: true });
  }, [navigate, service, version]);
}
