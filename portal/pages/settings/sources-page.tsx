/** Advisory sources: state, age, errors, and a button to sync now. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireAdvisorySource } from '../../../src/api/contract/findings/advisory.ts';
import { Age } from '../../parts/values/age.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { syncSource, sourceList } from '../../queries/organization/advisory-sources.ts';
import { formatCount } from '../../text/format/counts.ts';
import { describeDirectory, describeProgress, describeSource, describeSourceState } from '../../text/source-text.ts';
import { ACTIONS_COLUMN, SettingsHead } from './settings-head.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './settings.module.css';

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
      <LoadingOrProblem data={data} error={error} rows={4} />
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
      <ScrollingTable
        label="Advisory sources"
        className={`${styles.table} ${cardStyles.lines}`}
        columns={[
          'Source',
          'State',
          { name: 'Records', className: styles.number },
          'Last successful sync',
          'Newest record',
          ACTIONS_COLUMN,
        ]}
      >
        {sources.map((source) => (
          <SourceRow key={source.name} source={source} onSync={() => mutate(source.name)} />
        ))}
      </ScrollingTable>
    </>
  );
}

function SourceRow({ source, onSync }: { readonly source: WireAdvisorySource; readonly onSync: () => void }) {
  const { name, what } = describeSource(source.name);
  const isDoubtful = source.enabled && (source.stale || source.state === 'failed');
  return (
    <tr className={source.enabled ? undefined : styles.ended}>
      <td className={styles.wrap} data-wide>
        {name}
        <span className={styles.small}>{what}</span>
        {source.url !== null && (
          <span className={styles.small}>
            <UntrustedText text={source.url} charactersMax={64} />
          </span>
        )}
      </td>
      <td className={styles.wrap} data-wide>
        <span className={isDoubtful ? styles.doubtful : undefined}>{describeSourceState(source)}</span>
        {source.staleText !== null && <span className={styles.small}>{source.staleText}</span>}
        {source.progress !== null && (
          <span className={styles.small}>
            <UntrustedText text={describeDirectory(source.progress)} />
          </span>
        )}
        {source.lastError !== null && (
          <span className={styles.small}>
            <UntrustedText text={source.lastError} charactersMax={300} />
          </span>
        )}
      </td>
      <td className={styles.number} data-label="Records">
        {formatCount(source.records)}
      </td>
      <td data-label="Last successful sync">
        {source.lastSuccessAt === null ? 'Never' : <Age instant={source.lastSuccessAt} />}
      </td>
      <td data-label="Newest record">
        {source.newestRecordAt === null ? '–' : <Age instant={source.newestRecordAt} />}
      </td>
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

/** OSV records by ecosystem, so that one that failed to load is visible. */
function DirectoryTable({ directories }: Pick<WireAdvisorySource, 'directories'>) {
  return (
    <section aria-labelledby="ecosystems" className={styles.section}>
      <h2 id="ecosystems">OSV ecosystems</h2>
      <ScrollingTable
        label="Records by ecosystem"
        className={`${styles.table} ${cardStyles.lines}`}
        columns={[
          'Ecosystem',
          'State',
          { name: 'Records', className: styles.number },
          'Newest record',
          'Last successful sync',
          'Last full sync',
        ]}
      >
        {directories.map(
          ({
            directory,
            state,
            stale,
            records,
            newest,
            lastSuccessAt,
            lastFullSyncAt,
            lastError,
            rejected,
            rejectedRecords,
          }) => (
            <tr key={directory}>
              <td>
                <UntrustedText text={directory} />
              </td>
              <td className={styles.wrap}>
                {state === 'ready' && !stale ? (
                  'Ready'
                ) : (
                  <span className={styles.doubtful}>{state === 'ready' ? 'Outdated' : 'Last sync failed'}</span>
                )}
                {lastError !== null && (
                  <span className={styles.small}>
                    <UntrustedText text={lastError} charactersMax={300} />
                  </span>
                )}
                {rejected > 0 && (
                  <span className={styles.small}>
                    {rejected === 1 ? '1 record rejected' : `${formatCount(rejected)} records rejected`}
                  </span>
                )}
                {rejectedRecords.map(({ id, problem }) => (
                  <span key={id} className={styles.small}>
                    <UntrustedText text={`${id}: ${problem}`} charactersMax={300} />
                  </span>
                ))}
              </td>
              <td className={styles.number} data-label="Records">
                {formatCount(records)}
              </td>
              <td data-label="Newest record">{newest === null ? '–' : <Age instant={newest} />}</td>
              <td data-label="Last successful sync" data-fold>
                {lastSuccessAt === null ? 'Never' : <Age instant={lastSuccessAt} />}
              </td>
              <td data-label="Last full sync" data-fold>
                {lastFullSyncAt === null ? 'Never' : <Age instant={lastFullSyncAt} />}
              </td>
            </tr>
          ),
        )}
      </ScrollingTable>
    </section>
  );
}
