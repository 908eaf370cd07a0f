/** Webhooks and their deliveries. */
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { LoadingOrProblem } from '../../../parts/feedback/loading.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import {
  webhookList,
  deleteWebhook,
  deliveryList,
  redeliver,
  replaceSecret,
  switchWebhook,
  testWebhook,
} from './webhook-queries.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { NewWebhookDialog, WebhookSecret } from './new-webhook-dialog.tsx';
import { ACTIONS_COLUMN, SettingsHead } from '../settings-head.tsx';
import { ConfirmByName } from '../../../parts/dialogs/confirm-by-name.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { ReceiverRow } from './receiver-row.tsx';
import { describeEvents } from './webhook-text.ts';
import cardStyles from '../../../parts/layout/card-table.module.css';
import styles from '../settings.module.css';
import type { WireWebhook } from '../../../../src/api/contract/events.ts';

const route = getRouteApi('/settings/webhooks');

export function WebhooksPage() {
  const { webhook: chosenId } = route.useSearch();
  const { data, error } = useQuery(webhookList());
  const [isCreating, setIsCreating] = useState(false);
  const chosen = data?.items.find(({ id }) => id === chosenId);
  return (
    <>
      <SettingsHead
        title="Webhooks"
        actions={
          <GuardedButton scope="settings:write" variant="filled" size="sm" onClick={() => setIsCreating(true)}>
            Add webhook
          </GuardedButton>
        }
      >
        Assay posts signed messages to your URL, by default one digest per analysis. Failed deliveries are retried for a
        day.
      </SettingsHead>
      <LoadingOrProblem data={data} error={error} rows={3} />
      {data?.items.length === 0 && <Notice kind="neutral">No webhooks yet. Add one to receive events.</Notice>}
      {data !== undefined && data.items.length > 0 && (
        <div className={styles.sections}>
          <WebhookTable webhooks={data.items} chosenId={chosen?.id} />
          {chosen !== undefined && (
            <DeliveryLog
              key={chosen.id}
              title={
                <>
                  Deliveries to <UntrustedText text={chosen.url} charactersMax={64} />
                </>
              }
              list={deliveryList(chosen.id)}
              redeliver={async (delivery) => await redeliver(chosen.id, delivery)}
              subject={{ column: 'Event', toCell: ({ type }) => <code>{type}</code> }}
            />
          )}
        </div>
      )}
      {isCreating && <NewWebhookDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

interface WebhookTableProps {
  readonly webhooks: readonly WireWebhook[];
  readonly chosenId: string | undefined;
}

/** Webhooks, with actions for each. */
function WebhookTable({ webhooks, chosenId }: WebhookTableProps) {
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState<WireWebhook>();
  const [secret, setSecret] = useState<string>();
  const refresh = async (): Promise<void> => await queryClient.invalidateQueries({ queryKey: webhookList().queryKey });
  const act = useMutation({ mutationFn: async (action: () => Promise<void>) => await action(), onSettled: refresh });
  return (
    <>
      {act.error !== null && <Problem error={act.error} />}
      <ScrollingTable
        label="Webhooks"
        className={`${styles.table} ${cardStyles.lines}`}
        columns={['URL', 'Events', 'State', 'Last delivered', ACTIONS_COLUMN]}
      >
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            isChosen={webhook.id === chosenId}
            onAct={(action) => act.mutate(action)}
            onSecret={setSecret}
            onDelete={() => setDeleting(webhook)}
          />
        ))}
      </ScrollingTable>
      {secret !== undefined && <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />}
      {deleting !== undefined && (
        <ConfirmByName
          title="Delete webhook"
          name={deleting.url}
          action="Delete webhook"
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await deleteWebhook(deleting.id);
            // Not the log, which does not exist any more.
            await queryClient.invalidateQueries({ queryKey: webhookList().queryKey, exact: true });
          }}
        >
          Deliveries stop, and the delivery log is deleted. This cannot be undone.
        </ConfirmByName>
      )}
    </>
  );
}

interface WebhookRowProps {
  readonly webhook: WireWebhook;
  readonly isChosen: boolean;
  readonly onAct: (action: () => Promise<void>) => void;
  readonly onSecret: (secret: string) => void;
  readonly onDelete: () => void;
}

function WebhookRow({ webhook, isChosen, onAct, onSecret, onDelete }: WebhookRowProps) {
  const { id, url, description, events, enabled } = webhook;
  return (
    <ReceiverRow
      receiver={webhook}
      actions={{
        Test: () => onAct(async () => void (await testWebhook(id))),
        [enabled ? 'Disable' : 'Enable']: () => onAct(async () => await switchWebhook(id, !enabled)),
        'Replace secret': () => onAct(async () => onSecret((await replaceSecret(id)).secret)),
        Delete: onDelete,
      }}
    >
      <td className={styles.wrap} data-wide>
        <Link
          to="/settings/webhooks"
          search={{ webhook: isChosen ? undefined : id }}
          aria-current={isChosen ? 'true' : undefined}
          resetScroll={false}
        >
          <UntrustedText text={url} charactersMax={64} />
        </Link>
        {description !== '' && (
          <span className={styles.small}>
            <UntrustedText text={description} charactersMax={80} />
          </span>
        )}
      </td>
      <td className={styles.wrap}>{describeEvents(events)}</td>
    </ReceiverRow>
  );
}
