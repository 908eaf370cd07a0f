/** Row of a webhook or a notification rule: its own cells, then its state and its actions. */
import type { ReactNode } from 'react';
import type { WireWebhook } from '../../../../src/api/contract/events.ts';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { Age } from '../../../parts/values/age.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { describeWebhookState } from './webhook-text.ts';
import styles from '../settings.module.css';

interface ReceiverRowProps {
  readonly receiver: Parameters<typeof describeWebhookState>[0] & Pick<WireWebhook, 'lastDeliveredAt'>;
  readonly children: ReactNode;
  /** By label. */
  readonly actions: Readonly<Record<string, () => void>>;
}

export function ReceiverRow({ receiver, children, actions }: ReceiverRowProps) {
  const { enabled, failingSince, lastDeliveredAt } = receiver;
  return (
    <tr className={enabled ? undefined : styles.ended}>
      {children}
      <td className={`${styles.wrap} ${enabled && failingSince === null ? '' : styles.doubtful}`}>
        <UntrustedText text={describeWebhookState(receiver)} charactersMax={300} />
      </td>
      <td data-label="Last delivered">{lastDeliveredAt === null ? 'Never' : <Age instant={lastDeliveredAt} />}</td>
      <td aria-label="Actions" data-wide>
        <div className={styles.actions}>
          {Object.entries(actions).map(([label, act]) => (
            <GuardedButton key={label} scope="settings:write" onClick={act}>
              {label}
            </GuardedButton>
          ))}
        </div>
      </td>
    </tr>
  );
}
