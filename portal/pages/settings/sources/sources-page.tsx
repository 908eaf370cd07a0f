/** Advisory sources: state, age, errors, and a button to sync now. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireAdvisorySource } from '../../../../src/api/contract/findings/advisory.ts';
import { Age } from '../../../parts/values/age.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { TableRegion } from '../../../parts/layout/table-region.tsx';
import { syncSource, sourceList } from '../../../queries/organization/advisory-sources.ts';
import { formatCount } from '../../../text/format/counts.ts';
import { describeProgress, describeSource, describeSourceState } from '../../../text/source-text.ts';
import { SettingsHead } from '../settings-head.tsx';
import { DirectoryTable } from './directory-table.tsx';
import styles from '../settings.module.css';

export function SourcesPage() {
  const { data, error } = useQuery(sourceList());
  const directories = data?.find(({ name }) => name === 'osv')?.directories ?? [];
  return (
    <>
      <SettingsHead title="Sources">
        Assay syncs advisories at startup and every hour. A failed sync never removes findings. The operator sets the
        URLs, for example with <code>ASSAY_OSV_URL</code>. Without network access, import a bundle with{' '}
        <code>assay advisories import</code>.
      </SettingsHead>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={4} />}
      {data !== undefined && (
        <div className={styles.sections}>
          <section aria-label="Sources" className={styles.section}>
            <p aria-live="polite">{describeProgress(data)}.</p>
            <SourceTable sources={data} />
          </section>
          {directories.length > 0 && <DirectoryTable directories={directories} />}
        </div>
      )}
    </>
  );
}

function SourceTable({ sources }: { readonly sources: readonly WireAdvisorySource[] }) {
  const queryClient = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: syncSource,
    onSettled: async () => await queryClient.invalidateQueries({ queryKey: sourceList().queryKey }),
  });
  return (
    <>
      {error !== null && <Problem error={error} />}
      <TableRegion label="Advisory sources">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col">State</th>
              <th scope="col" className={styles.number}>
                Records
              </th>
              <th scope="col">Last successful sync</th>
              <th scope="col">Newest record</th>
              <th scope="col">
                <span className={styles.muted}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <SourceRow key={source.name} source={source} onSync={() => mutate(source.name)} />
            ))}
          </tbody>
        </table>
      </TableRegion>
    </>
  );
}

function SourceRow({ source, onSync }: { readonly source: WireAdvisorySource; readonly onSync: () => void }) {
  const { name, what } = describeSource(source.name);
  const isDoubtful = source.enabled && (source.stale || source.state === 'failed');
  return (
    <tr className={source.enabled ? undefined : styles.ended}>
      <td className={styles.wrap}>
        {name}
        <span className={styles.small}>{what}</span>
        {source.url !== null && (
          <span className={styles.small}>
            <UntrustedText text={source.url} charactersMax={64} />
          </span>
        )}
      </td>
      <td className={styles.wrap}>
        <span className={isDoubtful ? styles.doubtful : undefined}>{describeSourceState(source)}</span>
        {source.progress !== null && (
          <span className={styles.small}>
            {source.progress.directory}, {formatCount(source.progress.records)} of{' '}
            {formatCount(source.progress.recordsTotal)}
          </span>
        )}
        {source.lastError !== null && (
          <span className={styles.small}>
            <UntrustedText text={source.lastError} charactersMax={300} />
          </span>
        )}
      </td>
      <td className={styles.number}>{formatCount(source.records)}</td>
      <td>{source.lastSuccessAt === null ? 'Never' : <Age instant={source.lastSuccessAt} />}</td>
      <td>{source.newestRecordAt === null ? '–' : <Age instant={source.newestRecordAt} />}</td>
      <td>
        {source.name !== 'starter' && (
          <GuardedButton
            scope="settings:write"
            onClick={onSync}
            reason={source.enabled ? explainDisabledSync(source) : 'The source is disabled.'}
          >
            Sync now
          </GuardedButton>
        )}
      </td>
    </tr>
  );
}

function explainDisabledSync({ state }: WireAdvisorySource): string | undefined {
  return state === 'syncing' ? 'A sync is running.' : undefined;
}
