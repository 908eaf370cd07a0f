/** OSV records by ecosystem, so that one that failed to load is visible. */
import type { WireAdvisorySource } from '../../../../src/api/contract/findings/advisory.ts';
import { Age } from '../../../parts/values/age.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { TableRegion } from '../../../parts/layout/table-region.tsx';
import { formatCount } from '../../../text/format/counts.ts';
import styles from '../settings.module.css';

export function DirectoryTable({ directories }: Pick<WireAdvisorySource, 'directories'>) {
  return (
    <section aria-labelledby="ecosystems" className={styles.section}>
      <h2 id="ecosystems">OSV ecosystems</h2>
      <TableRegion label="Records by ecosystem">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Ecosystem</th>
              <th scope="col">State</th>
              <th scope="col" className={styles.number}>
                Records
              </th>
              <th scope="col">Last successful sync</th>
              <th scope="col">Last full sync</th>
            </tr>
          </thead>
          <tbody>
            {directories.map(
              ({ directory, state, records, lastGoodAt, checkedAt, lastError, refused, refusedRecords }) => (
                <tr key={directory}>
                  <td>
                    <UntrustedText text={directory} />
                  </td>
                  <td className={styles.wrap}>
                    {state === 'ready' ? 'Ready' : <span className={styles.doubtful}>Last sync failed</span>}
                    {lastError !== null && (
                      <span className={styles.small}>
                        <UntrustedText text={lastError} charactersMax={300} />
                      </span>
                    )}
                    {refused > 0 && (
                      <span className={styles.small}>
                        {refused === 1 ? '1 record rejected' : `${formatCount(refused)} records rejected`}
                      </span>
                    )}
                    {refusedRecords.map(({ id, problem }) => (
                      <span key={id} className={styles.small}>
                        <UntrustedText text={`${id}: ${problem}`} charactersMax={300} />
                      </span>
                    ))}
                  </td>
                  <td className={styles.number}>{formatCount(records)}</td>
                  <td>{lastGoodAt === null ? 'Never' : <Age instant={lastGoodAt} />}</td>
                  <td>{checkedAt === null ? 'Never' : <Age instant={checkedAt} />}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </TableRegion>
    </section>
  );
}
