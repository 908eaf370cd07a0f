/** Notification rules and their deliveries. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireNotification } from '../../../../src/api/contract/notifications.ts';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { ConfirmByName } from '../../../parts/dialogs/confirm-by-name.tsx';
import { LoadingOrProblem } from '../../../parts/feedback/loading.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { ACTIONS_COLUMN, SettingsHead } from '../settings-head.tsx';
import { DeliveryLog } from '../webhooks/delivery-log.tsx';
import { ReceiverRow } from '../webhooks/receiver-row.tsx';
import { NotificationDialog } from './notification-dialog.tsx';
import {
  deleteNotification,
  notificationDeliveryList,
  notificationList,
  redeliverNotification,
  switchNotification,
  testNotification,
} from './notification-queries.ts';
import {
  CHANNEL_LABELS,
  describeConditions,
  describeMessage,
  describeReceiver,
  describeTests,
  describeTiming,
} from './notification-text.ts';
import cardStyles from '../../../parts/layout/card-table.module.css';
import styles from '../settings.module.css';

const route = getRouteApi('/settings/notifications');

export function NotificationsPage() {
  const { rule: chosenId } = route.useSearch();
  const { data, error } = useQuery(notificationList());
  const [isCreating, setIsCreating] = useState(false);
  const chosen = data?.items.find(({ id }) => id === chosenId);
  return (
    <>
      <SettingsHead
        title="Notifications"
        actions={
          <GuardedButton scope="settings:write" variant="filled" size="sm" onClick={() => setIsCreating(true)}>
            Add rule
          </GuardedButton>
        }
      >
        Assay sends messages to Slack, Microsoft Teams or e-mail addresses, immediately or once a day. Nothing is sent
        if nothing is new.
      </SettingsHead>
      <LoadingOrProblem data={data} error={error} rows={3} />
      {data?.items.length === 0 && (
        <Notice kind="neutral">No notification rules yet. Add one to receive messages.</Notice>
      )}
      {data !== undefined && data.items.length > 0 && (
        <div className={styles.sections}>
          <NotificationTable rules={data.items} chosenId={chosen?.id} />
          {chosen !== undefined && <NotificationLog rule={chosen} />}
        </div>
      )}
      {isCreating && <NotificationDialog rule={undefined} onClose={() => setIsCreating(false)} />}
    </>
  );
}

function NotificationLog({ rule: { id, name } }: { readonly rule: WireNotification }) {
  return (
    <DeliveryLog
      key={id}
      title={
        <>
          Deliveries of <UntrustedText text={name} charactersMax={64} />
        </>
      }
      list={notificationDeliveryList(id)}
      redeliver={async (delivery) => await redeliverNotification(id, delivery)}
      subject={{
        column: 'Message',
        toCell: (delivery) => (
          <>
            {describeMessage(delivery)}
            {delivery.recipient !== null && (
              <span className={styles.small}>
                <UntrustedText text={delivery.recipient} charactersMax={80} />
              </span>
            )}
          </>
        ),
      }}
    />
  );
}

interface NotificationTableProps {
  readonly rules: readonly WireNotification[];
  readonly chosenId: string | undefined;
}

/** Rules, with actions for each. */
function NotificationTable({ rules, chosenId }: NotificationTableProps) {
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState<WireNotification>();
  const [deleting, setDeleting] = useState<WireNotification>();
  const refresh = async (): Promise<void> =>
    await queryClient.invalidateQueries({ queryKey: notificationList().queryKey });
  const act = useMutation({ mutationFn: async (action: () => Promise<void>) => await action(), onSettled: refresh });
  const test = useMutation({ mutationFn: testNotification, onSettled: refresh });
  const problem = act.error ?? test.error;
  return (
    <>
      {problem !== null && <Problem error={problem} />}
      {test.data !== undefined && (
        <Notice kind={test.data.every(({ status }) => status === 'delivered') ? 'neutral' : 'bad'} urgent>
          Test message: <UntrustedText text={describeTests(test.data)} charactersMax={600} />
        </Notice>
      )}
      <ScrollingTable
        label="Notification rules"
        className={`${styles.table} ${cardStyles.lines}`}
        columns={['Name', 'Channel', 'Conditions', 'State', 'Last delivered', ACTIONS_COLUMN]}
      >
        {rules.map((rule) => (
          <NotificationRow
            key={rule.id}
            rule={rule}
            isChosen={rule.id === chosenId}
            onAct={(action) => act.mutate(action)}
            onTest={() => test.mutate(rule.id)}
            onEdit={() => setEditing(rule)}
            onDelete={() => setDeleting(rule)}
          />
        ))}
      </ScrollingTable>
      {editing !== undefined && <NotificationDialog rule={editing} onClose={() => setEditing(undefined)} />}
      {deleting !== undefined && (
        <ConfirmByName
          title="Delete notification rule"
          name={deleting.name}
          action="Delete rule"
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await deleteNotification(deleting.id);
            // Not the log, which does not exist any more.
            await queryClient.invalidateQueries({ queryKey: notificationList().queryKey, exact: true });
          }}
        >
          Messages stop, and the delivery log is deleted. This cannot be undone.
        </ConfirmByName>
      )}
    </>
  );
}

interface NotificationRowProps {
  readonly rule: WireNotification;
  readonly isChosen: boolean;
  readonly onAct: (action: () => Promise<void>) => void;
  readonly onTest: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function NotificationRow({ rule, isChosen, onAct, onTest, onEdit, onDelete }: NotificationRowProps) {
  const { id, name, channel, enabled } = rule;
  return (
    <ReceiverRow
      receiver={rule}
      actions={{
        Test: onTest,
        Edit: onEdit,
        [enabled ? 'Disable' : 'Enable']: () => onAct(async () => await switchNotification(id, !enabled)),
        Delete: onDelete,
      }}
    >
      <td className={styles.wrap} data-wide>
        <Link
          to="/settings/notifications"
          search={{ rule: isChosen ? undefined : id }}
          aria-current={isChosen ? 'true' : undefined}
          resetScroll={false}
        >
          <UntrustedText text={name} charactersMax={64} />
        </Link>
      </td>
      <td className={styles.wrap} data-wide>
        {CHANNEL_LABELS[channel]}
        <span className={styles.small}>
          <UntrustedText text={describeReceiver(rule)} charactersMax={300} />
        </span>
      </td>
      <td className={styles.wrap} data-wide>
        <UntrustedText text={describeConditions(rule)} charactersMax={300} />
        <span className={styles.small}>{describeTiming(rule)}</span>
      </td>
    </ReceiverRow>
  );
}
