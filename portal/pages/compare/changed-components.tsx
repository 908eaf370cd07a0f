/** Components that were added, removed, or changed version between two versions. */
import { useState } from 'react';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { countOf, formatCount } from '../../text/format/counts.ts';
import styles from './compare.module.css';

const SHOWN_AT_FIRST = 25;

interface Row {
  readonly name: string;
  readonly kind: 'Changed' | 'Added' | 'Removed';
  readonly from: string | null;
  readonly to: string | null;
}

export function ChangedComponents({ components }: Pick<WireDiff, 'components'>) {
  const { added, removed, changed } = components.counts;
  const [isWhole, setIsWhole] = useState(false);
  const rows = toRows(components);
  const shown = isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST);
  const left = added + removed + changed - rows.length;
  return (
    <Section
      title={`Components: ${formatCount(changed)} changed, ${formatCount(added)} added, ${formatCount(removed)} removed`}
    >
      {rows.length === 0 && <p className={styles.muted}>No component changes.</p>}
      {rows.length > 0 && (
        <TableRegion label="Changed components">
          <table className={styles.components}>
            <thead>
              <tr>
                <th scope="col">Component</th>
                <th scope="col">Change</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ name, kind, from, to }, index) => (
                // Names may repeat, and rows are never reordered.
                <tr key={index}>
                  <td>
                    <UntrustedText text={name} charactersMax={80} />
                  </td>
                  <td>{kind}</td>
                  <VersionCell version={from} />
                  <VersionCell version={to} />
                </tr>
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
      {shown.length < rows.length && (
        <p>
          <button type="button" className={styles.action} onClick={() => setIsWhole(true)}>
            Show all {countOf(rows.length, 'component')}
          </button>
        </p>
      )}
      {isWhole && left > 0 && <p className={styles.muted}>{countOf(left, 'more component')} not shown.</p>}
    </Section>
  );
}

function VersionCell({ version }: { readonly version: string | null }) {
  if (version === null) return <td className={styles.muted}>–</td>;
  return (
    <td>
      <code>
        <UntrustedText text={version} charactersMax={48} />
      </code>
    </td>
  );
}

function toRows({ changed, added, removed }: WireDiff['components']): Row[] {
  return [
    ...changed.map(({ name, from, to }) => ({ name, kind: 'Changed' as const, from, to })),
    ...added.map(({ name, version }) => ({ name, kind: 'Added' as const, from: null, to: version })),
    ...removed.map(({ name, version }) => ({ name, kind: 'Removed' as const, from: version, to: null })),
  ];
}
