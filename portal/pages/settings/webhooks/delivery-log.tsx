/** Deliveries of a webhook or a notification rule, newest first, with a button to send one again. */
import { useMutation, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Age } from '../../../parts/values/age.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import type { ListAnswer } from '../../../api/api-client.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { describeDelivery } from './webhook-text.ts';
import { ACTIONS_COLUMN } from '../settings-head.tsx';
import cardStyles from '../../../parts/layout/card-table.module.css';
import styles from '../settings.module.css';
import type { WireDelivery } from '../../../../src/api/contract/events.ts';

interface DeliveryLogProps<Delivery extends WireDelivery> {
  readonly title: ReactNode;
  readonly list: UseQueryOptions<ListAnswer<Delivery>, Error, ListAnswer<Delivery>, string[]>;
  readonly redeliver: (delivery: string) => Promise<void>;
  /** What the message is about, in the second column. */
  readonly subject: { readonly column: string; readonly toCell: (delivery: Delivery) => ReactNode };
}

export function DeliveryLog<Delivery extends WireDelivery>(props: DeliveryLogProps<Delivery>) {
  const { title, list, redeliver, subject } = props;
  const queryClient = useQueryClient();
  const { data, error } = useQuery(list);
  const redelivery = useMutation({
    mutationFn: async (delivery: string) => await redeliver(delivery),
    onSettled: async () => await queryClient.invalidateQueries({ queryKey: list.queryKey }),
  });
  const problem = error ?? redelivery.error;
  return (
    <section aria-labelledby="deliveries" className={styles.section}>
      <h2 id="deliveries">{title}</h2>
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
          className={`${styles.table} ${cardStyles.lines}`}
          columns={['Time', subject.column, 'Result', 'Response', ACTIONS_COLUMN]}
        >
          {data.items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              subject={subject.toCell(delivery)}
              onRedeliver={() => redelivery.mutate(delivery.id)}
            />
          ))}
        </ScrollingTable>
      )}
    </section>
  );
}

interface DeliveryRowProps {
  readonly delivery: WireDelivery;
  readonly subject: ReactNode;
  readonly onRedeliver: () => void;
}

function DeliveryRow({ delivery, subject, onRedeliver }: DeliveryRowProps) {
  const { createdAt, responseBody, durationMs, status } = delivery;
  return (
    <tr>
      <td>
        <Age instant={createdAt} />
      </td>
      <td>{subject}</td>
      <td data-wide className={`${styles.wrap} ${status === 'failed' ? styles.bad : ''}`}>
        <UntrustedText text={describeDelivery(delivery)} charactersMax={200} />
        {durationMs !== null && <span className={styles.small}>{formatCount(durationMs)} ms</span>}
      </td>
      <td className={styles.wrap} data-wide>
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
