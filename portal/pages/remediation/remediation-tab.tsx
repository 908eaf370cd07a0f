/** Remediation plan of a version: steps in order, stop, remaining findings with reasons, and previous plan results. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { WireRemediation } from '../../../src/api/contract/findings/remediation.ts';
import { BurnDown } from './burn-down.tsx';
import { toBurnDown } from './burn-down-points.ts';
import { Age } from '../../parts/values/age.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Skeleton, SkeletonBlock, SkeletonColumns } from '../../parts/feedback/skeleton.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { nameResult } from '../../queries/findings/findings.ts';
import { versionPlan, toPlanParameters } from './remediation-queries.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { isPlanning } from '../../text/analysis/analysis-text.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeMissingData } from '../../text/analysis/data-text.ts';
import { rateResult } from '../../text/analysis/result-quality.ts';
import { describeEmptyPlan, describePlan, describeResidual, groupResidual, type Residual } from './text/plan-text.ts';
import { FindingDrawer } from '../finding/finding-drawer.tsx';
import { NO_ROWS } from '../../queries/findings/use-finding-pages.ts';
import { PreviousPlan } from './previous-plan.tsx';
import { PlanSteps } from './plan-steps.tsx';
import { PlanTools } from './plan-tools.tsx';
import { StopSlider, useStop } from './stop-slider.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { LazyDetails } from './steps/lazy-details.tsx';
import styles from './remediation.module.css';

const route = getRouteApi('/services/$service/versions/$version');

interface RemediationTabProps {
  readonly address: VersionAddress;
  /** Without filters. */
  readonly summary: WireFindingSummary;
  readonly analysis: WireAnalysis | null;
}

export function RemediationTab({ address, summary, analysis }: RemediationTabProps) {
  const view = route.useSearch();
  const parameters = toPlanParameters(view);
  const isKnown = summary.coverage !== null;
  const { data, error, isPlaceholderData } = useQuery({
    ...versionPlan(address, parameters, toPlanKey(analysis)),
    enabled: isKnown,
  });
  if (!isKnown) return <Notice kind="neutral">No plan yet. No analysis of this version has completed.</Notice>;
  return (
    <>
      <PlanTools
        address={address}
        parameters={parameters}
        canCopy={data === undefined ? undefined : data.actionCount > 0}
      />
      <LoadingOrProblem data={data} error={error} shape={<PlanSkeleton />} />
      {data !== undefined && (
        <div className={isPlaceholderData ? styles.old : undefined} aria-busy={isPlaceholderData}>
          {data.actionCount === 0 ? (
            <EmptyPlan plan={data} summary={summary} analysis={analysis} />
          ) : (
            <Plan plan={data} stop={view.stop} targetId={view.action} />
          )}
          <Filtered count={data.filtered.wouldAlsoFix} />
          <PlanResidual plan={data} />
          <Notes plan={data} />
          {data.previousPlan === null && data.actionCount > 0 && (
            <p className={styles.muted}>The next version shows which steps were applied, and their results.</p>
          )}
          {data.previousPlan !== null && <PreviousPlan service={address.service} plan={data.previousPlan} />}
        </div>
      )}
      {view.finding !== undefined && <FindingDrawer id={view.finding} rows={NO_ROWS} />}
    </>
  );
}

/** Chart, slider, and steps. */
function PlanSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock height="1.5rem" />
      <SkeletonColumns count={2} height="16rem" minWidth="24rem" />
      <SkeletonBlock height="10rem" />
      <SkeletonBlock height="10rem" />
    </Skeleton>
  );
}

/** The previous plan is evaluated when this plan is made. */
function toPlanKey(analysis: WireAnalysis | null): string {
  return `${nameResult(analysis)} ${analysis !== null && isPlanning(analysis) ? 'pending' : 'ready'}`;
}

interface PlanProps {
  readonly plan: WireRemediation;
  readonly stop: number | undefined;
  readonly targetId: string | undefined;
}

function Plan({ plan, stop: requested, targetId }: PlanProps) {
  const points = toBurnDown(plan);
  const [stop, move] = useStop(requested, plan.actions.length);
  const [now] = points;
  if (now === undefined) return null;
  return (
    <>
      <p className={styles.sentence}>{describePlan(plan)}</p>
      <div className={styles.outlook}>
        <BurnDown points={points} stop={stop} onStop={move} />
        <StopSlider points={points} stop={stop} onStop={move} />
      </div>
      <Section title={`Steps (${formatCount(plan.actionCount)})`}>
        <PlanSteps plan={plan} now={now} stop={stop} targetId={targetId} />
      </Section>
    </>
  );
}

function EmptyPlan({
  plan,
  summary,
  analysis,
}: {
  readonly plan: WireRemediation;
  readonly summary: WireFindingSummary;
  readonly analysis: WireAnalysis | null;
}) {
  const quality = rateResult(summary, analysis?.status);
  return (
    <Notice kind={quality === 'unknown' ? 'neutral' : quality}>
      {describeEmptyPlan(plan)}
      {describeMissingData(summary.data.state)}{' '}
      {plan.basis.maxDistance !== null && (
        <ViewLink view={(current) => ({ ...current, maxDistance: undefined })}>Remove limit</ViewLink>
      )}
    </Notice>
  );
}

/** Shown separately, and not included in any number of the plan. */
function Filtered({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <p className={styles.apart}>
      Also fixes {countOf(count, 'finding')} marked as not relevant (not counted above).{' '}
      <ViewLink view={{ relevance: 'not_relevant' }}>Show findings</ViewLink>
    </p>
  );
}

/** Every plan lists what was not simulated. */
function Notes({ plan: { prediction, basis, covered, actions } }: { readonly plan: WireRemediation }) {
  const unverified = actions.filter(({ claim }) => claim === 'unknown').length;
  return (
    <ul className={styles.notes} aria-label="Plan notes">
      {prediction.notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
      {unverified > 0 && (
        <li>
          {countOf(unverified, 'step')} {unverified === 1 ? 'is' : 'are'} unverified and not counted as risk reduction.
        </li>
      )}
      {covered.length > 0 && <li>{countOf(covered.length, 'further step')} would fix no additional findings.</li>}
      {prediction.maxDueAfter !== null && (
        <li>Latest due date of remaining findings: {prediction.maxDueAfter.slice(0, 10)}.</li>
      )}
      <li>
        Created <Age instant={basis.at} />
        {basis.snapshot !== null && ` with data snapshot ${formatCount(basis.snapshot)}`}. Assay does not run commands:
        copy and run them yourself.
      </li>
    </ul>
  );
}

/** Findings that remain after all steps, with reasons. */
function PlanResidual({ plan: { residual, residualCount } }: { readonly plan: WireRemediation }) {
  if (residualCount === 0) return null;
  const more = residualCount - residual.length;
  return (
    <Section title={`Remaining (${formatCount(residualCount)})`}>
      <div>
        {groupResidual(residual).map(([reason, rows]) => (
          <LazyDetails
            key={reason}
            summary={
              <>
                {describeResidual(reason)} <b>{formatCount(rows.length)}</b>
              </>
            }
          >
            {() => <Rows rows={rows} />}
          </LazyDetails>
        ))}
      </div>
      {more > 0 && <p className={styles.muted}>{countOf(more, 'less severe finding')} not listed.</p>}
    </Section>
  );
}

function Rows({ rows }: { readonly rows: readonly Residual[] }) {
  return (
    <ul className={styles.findings}>
      {rows.map(({ finding: { id, vulnerability, severity, package: name, version }, text }) => (
        <li key={id}>
          <SeverityChip severity={severity} />{' '}
          <ViewLink view={(current) => ({ ...current, finding: id })}>
            <UntrustedText text={vulnerability} charactersMax={48} />
          </ViewLink>{' '}
          in <UntrustedText text={name} charactersMax={64} /> <UntrustedText text={version} charactersMax={40} />
          <span className={styles.under}>
            <UntrustedText text={text} charactersMax={1_200} />
          </span>
        </li>
      ))}
    </ul>
  );
}
