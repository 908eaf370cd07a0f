/** Deliveries of a webhook, newest first, with a button to send one again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Age } from '../../../parts/values/age.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { deliveryList, redeliver } from './webhook-queries.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { describeDelivery } from './webhook-text.ts';
import { ACTIONS_COLUMN } from '../settings-head.tsx';
import styles from '../settings.module.css';
import type { WireWebhook, WireDelivery } from '../../../../src/api/contract/events.ts';

export function DeliveryLog({ webhook }: { readonly webhook: WireWebhook }) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(deliveryList(webhook.id));
  const redelivery = useMutation({
    mutationFn: async (delivery: string) => await redeliver(webhook.id, delivery),
    onSettled: async () => await queryClient.invalidateQueries({ queryKey: deliveryList(webhook.id).queryKey }),
  });
  const problem = error ?? redelivery.error;
  return (
    <section aria-labelledby="deliveries" className={styles.section}>
      <h2 id="deliveries">
        Deliveries to <UntrustedText text={webhook.url} charactersMax={64} />
      </h2>
      {problem !== null && <Problem error={problem} />}
      {data === undefined && error === null && <Loading rows={3} />}
      {data !== undefined && (
        <p className={styles.muted}>
          {data.total > data.items.length ? `The newest ${formatCount(data.items.length)} of ` : ''}
          {countOf(data.total, 'delivery', 'deliveries')}
        </p>
      )}
      {data !== undefined && data.items.length > 0 && (
        <ScrollingTable
          label="Deliveries"
          className={styles.table}
          columns={['Time', 'Event', 'Result', 'Response', ACTIONS_COLUMN]}
        >
          {data.items.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} onRedeliver={() => redelivery.mutate(delivery.id)} />
          ))}
        </ScrollingTable>
      )}
    </section>
  );
}

function DeliveryRow({ delivery, onRedeliver }: { readonly delivery: WireDelivery; readonly onRedeliver: () => void }) {
  const { createdAt, type, responseBody, durationMs, status } = delivery;
  return (
    <tr>
      <td>
        <Age instant={createdAt} />
      </td>
      <td>
        <code>{type}</code>
      </td>
      <td className={`${styles.wrap} ${status === 'failed' ? styles.bad : ''}`}>
        <UntrustedText text={describeDelivery(delivery)} charactersMax={200} />
        {durationMs !== null && <span className={styles.small}>{formatCount(durationMs)} ms</span>}
      </td>
      <td className={styles.wrap}>
        {responseBody !== null && <UntrustedText text={responseBody} charactersMax={160} />}
      </td>
      <td>
        <GuardedButton
          scope="settings:write"
          onClick={onRedeliver}
          reason={status === 'pending' ? 'Delivery is in progress.' : undefined}
        >
          Redeliver
        </GuardedButton>
      </td>
    </tr>
  );
}
