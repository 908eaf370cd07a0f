/** Progress of the advisory sync, and alternatives for a machine without network access. */
import { useQuery } from '@tanstack/react-query';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { sourceList } from '../../queries/organization/advisory-sources.ts';
import { describeProgress, describeSource } from '../../text/source-text.ts';
import styles from './first-run.module.css';

export function DataProgress() {
  const sources = useQuery(sourceList()).data;
  if (sources === undefined) return null;
  const syncing = sources.find(({ progress }) => progress !== null);
  const hasReal = sources.some(({ name, records }) => name === 'osv' && records > 0);
  return (
    <section aria-labelledby="data" className={styles.data}>
      <h2 id="data">Advisories</h2>
      <p aria-live="polite">
        {describeProgress(sources)}. <PathLink path="/settings/sources">Show sources</PathLink>
      </p>
      {syncing?.progress && (
        <p className={styles.muted}>
          Syncing {describeSource(syncing.name).name}, {syncing.progress.directory}
          <progress
            value={syncing.progress.records}
            max={Math.max(1, syncing.progress.recordsTotal)}
            aria-label={`Syncing ${describeSource(syncing.name).name}`}
          />
        </p>
      )}
      {!hasReal && (
        <>
          <p className={styles.muted}>
            Until the advisories are loaded, only the built-in starter set is available. Without network access:
          </p>
          <ul className={styles.muted}>
            <li>
              Mirror: start Assay with <code>ASSAY_OSV_URL</code> set to its URL, <code>https://</code> or{' '}
              <code>file://</code>.
            </li>
            <li>
              Bundle: run <code>assay advisories export advisories.bundle</code> on a machine with network access, then{' '}
              <code>assay advisories import advisories.bundle</code> here.
            </li>
          </ul>
        </>
      )}
    </section>
  );
}
