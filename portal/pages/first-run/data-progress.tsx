/** Progress of the advisory sync, and alternatives for a machine without network access. */
import { useQuery } from '@tanstack/react-query';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { sourceList } from '../../queries/organization/advisory-sources.ts';
import { describeProgress, describeSource } from '../../text/source-text.ts';
import styles from './first-run.module.css';

export function DataProgress() {
  const sources = useQuery(sourceList()).data;
  if (sources === undefined) return null;
  const reading = sources.find(({ progress }) => progress !== null);
  const hasReal = sources.some(({ name, records }) => name === 'osv' && records > 0);
  return (
    <section aria-labelledby="data" className={styles.data}>
      <h2 id="data">Advisories</h2>
      <p aria-live="polite">
        {describeProgress(sources)}. <PathLink path="/settings/sources">Show the sources</PathLink>
      </p>
      {reading?.progress && (
        <p className={styles.muted}>
          Reading {describeSource(reading.name).name}, {reading.progress.directory}
          <progress
            value={reading.progress.records}
            max={Math.max(1, reading.progress.recordsTotal)}
            aria-label={`Reading ${describeSource(reading.name).name}`}
          />
        </p>
      )}
      {!hasReal && (
        <>
          <p className={styles.muted}>
            Until the advisories are loaded only the built-in starter set is known. Without a network there are two
            ways:
          </p>
          <ul className={styles.muted}>
            <li>
              a mirror: start Assay with <code>ASSAY_OSV_URL</code> set to its address, <code>https://</code> or{' '}
              <code>file://</code>;
            </li>
            <li>
              a file: <code>assay advisories export advisories.bundle</code> on a machine with a network, then{' '}
              <code>assay advisories import advisories.bundle</code> here.
            </li>
          </ul>
        </>
      )}
    </section>
  );
}
