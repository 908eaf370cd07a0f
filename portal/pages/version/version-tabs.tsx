/** Tabs of a version. The open one is in the URL; each has its own filters. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { TABS, type Tab } from '../../search-params/version-view.ts';
import { formatCount } from '../../text/format/counts.ts';
import { ComponentsTab } from './components-tab.tsx';
import { FindingsTab } from '../findings/findings-tab.tsx';
import { HistoryTab } from './analysis/history-tab.tsx';
import { SbomsTab } from './sboms-tab.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { Tabs } from '../../parts/navigation/tabs.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { toVersionPoints } from '../../charts/history-points.ts';

import { SeverityDonut, SeverityHistory } from '../../charts/severity-charts.tsx';
import { serviceHistory } from '../../queries/services/service-history.ts';
import { hasChecked } from '../../text/analysis/result-quality.ts';
import { VersionEvents } from './version-events.tsx';
import styles from './version-page.module.css';

/** Lazily loaded, because the findings tab does not need them. The comparison also has a page of its own. */
const VersionComparison = lazy(async () => ({
  default: (await import('../compare/compare-page.tsx')).VersionComparison,
}));
const RemediationTab = lazy(async () => ({
  default: (await import('../remediation/remediation-tab.tsx')).RemediationTab,
}));

const route = getRouteApi('/services/$service/versions/$version');

const NAMES: Readonly<Record<Tab, string>> = {
  findings: 'Findings',
  components: 'Components',
  remediation: 'Remediation',
  compare: 'Compare',
  history: 'History',
  sboms: 'SBOMs',
};

interface VersionTabsProps {
  readonly address: VersionAddress;
  /** Without filters. */
  readonly summary: WireFindingSummary;
  readonly analysis: WireAnalysis | null;
}

export function VersionTabs({ address, summary, analysis }: VersionTabsProps) {
  const { tab: open = 'findings' } = route.useSearch();
  const counts: { readonly [Name in Tab]?: number | undefined } = {
    findings: summary.coverage === null ? undefined : summary.total,
    components: summary.coverage?.components,
  };
  return (
    <>
      <Tabs label="Version sections" open={open}>
        {TABS.map((tab) => (
          <li key={tab}>
            <ViewLink
              view={{ tab: tab === 'findings' ? undefined : tab }}
              aria-current={tab === open ? 'page' : undefined}
            >
              {NAMES[tab]}
              {counts[tab] !== undefined && <span className={styles.tabCount}>{formatCount(counts[tab])}</span>}
            </ViewLink>
          </li>
        ))}
      </Tabs>
      {open === 'findings' && <FindingsTab address={address} summary={summary} analysis={analysis} />}
      {open === 'components' && <ComponentsTab address={address} />}
      {open === 'remediation' && (
        <Suspense fallback={<Loading rows={8} />}>
          <RemediationTab address={address} summary={summary} analysis={analysis} />
        </Suspense>
      )}
      {open === 'compare' && (
        <Suspense fallback={<Loading rows={8} />}>
          <VersionComparison service={address.service} head={address.version} isHeadFixed />
        </Suspense>
      )}
      {open === 'history' && (
        <>
          <VersionCharts address={address} summary={summary} />
          <Section title="Events">
            <VersionEvents address={address} />
          </Section>
          <Section title="Analyses">
            <HistoryTab address={address} />
          </Section>
        </>
      )}
      {open === 'sboms' && <SbomsTab address={address} />}
    </>
  );
}

/** Findings compared with neighboring versions, and findings by severity. */
function VersionCharts({ address, summary }: Omit<VersionTabsProps, 'analysis'>) {
  const history = useQuery(serviceHistory(address.service)).data;
  const points = history === undefined ? [] : toVersionPoints(history);
  return (
    <div className={styles.charts}>
      {points.length >= 2 && <SeverityHistory service={address.service} by="version" points={points} height={180} />}
      {history !== undefined && points.length < 2 && (
        <p className={styles.muted}>History starts with the next version.</p>
      )}
      {hasChecked(summary) && summary.total > 0 && (
        <SeverityDonut total={summary.total} bySeverity={summary.bySeverity} />
      )}
    </div>
  );
}
