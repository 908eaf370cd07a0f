/** Usage of each quota of the organization, as bars with numbers. */
import { useQuery } from '@tanstack/react-query';
import type { WireUsage } from '../../../../src/api/contract/organization/organization.ts';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { usage } from '../../../queries/organization/usage.ts';
import { describeQuota } from '../../../text/quota-text.ts';
import settingsStyles from '../settings.module.css';
import styles from './usage-section.module.css';

const LEVEL_LABELS = { normal: '', high: 'Nearly full', full: 'Full' } as const;

export function UsageSection() {
  const { data, error } = useQuery(usage());
  return (
    <section aria-labelledby="usage" className={settingsStyles.section}>
      <h2 id="usage">Usage</h2>
      <p className={settingsStyles.muted}>
        Requests that exceed a limit are rejected. The operator of this installation sets the limits.
      </p>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && (
        <ul className={styles.quotas}>
          {data.quotas.map((quota) => (
            <QuotaRow key={quota.quota} quota={quota} />
          ))}
        </ul>
      )}
    </section>
  );
}

function QuotaRow({ quota }: { readonly quota: WireUsage['quotas'][number] }) {
  const { label, amount, percent, level } = describeQuota(quota);
  return (
    <li className={styles.quota}>
      <span>{label}</span>
      {/* The numbers next to it say the same. */}
      <span aria-hidden className={percent === null ? undefined : styles.track}>
        <span className={`${styles.bar} ${styles[level]}`} style={{ width: `${Math.min(100, percent ?? 0)}%` }} />
      </span>
      <span className={styles.amount}>
        {amount}
        {level !== 'normal' && <strong className={styles[`${level}Text`]}>{LEVEL_LABELS[level]}</strong>}
      </span>
    </li>
  );
}
