/** Analyses of a version, newest first: trigger, data and engine, outcome, and changes. */
import { useQuery } from '@tanstack/react-query';
import type { WireAnalysis } from '../../../../src/api/contract/services/analysis.ts';
import { Age } from '../../../parts/values/age.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../../parts/feedback/loading.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { StageList } from './stage-list.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { analysisList } from '../../../queries/services/analyses.ts';
import type { VersionAddress } from '../../../queries/services/versions.ts';
import { toDuration } from '../../../text/format/time.ts';
import { ANALYSIS_STATUS_LABELS, TRIGGER_LABELS, describeDelta } from '../../../text/analysis/analysis-text.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { describeFixedOnly } from '../../../text/analysis/coverage-text.ts';
import cardStyles from '../../../parts/layout/card-table.module.css';
import styles from '../version-page.module.css';

export function HistoryTab({ address }: { readonly address: VersionAddress }) {
  const { data, error } = useQuery(analysisList(address));
  return (
    <>
      <LoadingOrProblem data={data} error={error} rows={4} />
      {data?.items.length === 0 && <Notice kind="neutral">Not analyzed yet.</Notice>}
      {data !== undefined && data.items.length > 0 && (
        <ScrollingTable
          label="Analyses"
          className={`${styles.analyses} ${cardStyles.lines}`}
          columns={['Time', 'Trigger', 'State', 'Change', 'Checked', 'Data snapshot', 'Engine', 'Stages']}
        >
          {data.items.map((analysis) => (
            <AnalysisRow key={analysis.id} analysis={analysis} />
          ))}
        </ScrollingTable>
      )}
      {data !== undefined && data.total > data.items.length && (
        <p className={styles.count}>
          {countOf(data.total - data.items.length, 'older analysis', 'older analyses')} not shown.
        </p>
      )}
    </>
  );
}

function AnalysisRow({ analysis }: { readonly analysis: WireAnalysis }) {
  const { createdAt, startedAt, finishedAt, trigger, status, delta, coverage, snapshot, engineVersion, stages } =
    analysis;
  const duration = toDuration(startedAt, finishedAt);
  return (
    <tr>
      <td>
        <Age instant={createdAt} />
      </td>
      <td>{TRIGGER_LABELS[trigger]}</td>
      <td>
        {analysis.supersededBy === null ? ANALYSIS_STATUS_LABELS[status] : 'Superseded by a newer upload'}
        {duration !== undefined && <span className={styles.muted}>, {duration}</span>}
        {analysis.failure !== null && (
          <span className={styles.failure}>
            <UntrustedText text={analysis.failure.message} charactersMax={300} />
          </span>
        )}
      </td>
      <td data-wide>{delta === null ? '–' : describeDelta(delta)}</td>
      <td data-label="Checked">
        {coverage === null ? '–' : `${formatCount(coverage.checked)} of ${formatCount(coverage.components)}`}
        {coverage !== null && coverage.fixedIssuesOnly > 0 && (
          <span className={styles.muted}>, {describeFixedOnly(coverage)}</span>
        )}
      </td>
      <td data-label="Data snapshot" data-fold>
        {snapshot ?? '–'}
      </td>
      <td data-label="Engine" data-fold>
        {engineVersion}
      </td>
      <td>
        <details>
          <summary>{countOf(stages.filter((stage) => stage.status === 'done').length, 'stage')} done</summary>
          <StageList stages={stages} />
        </details>
      </td>
    </tr>
  );
}
