/** Webhooks, with actions for each. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Age } from '../../../parts/values/age.tsx';
import { ConfirmByName } from '../../../parts/dialogs/confirm-by-name.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { TableRegion } from '../../../parts/layout/table-region.tsx';
import {
  deleteWebhook,
  replaceSecret,
  switchWebhook,
  testWebhook,
  webhookList,
  type Webhook,
} from './webhook-queries.ts';
import { describeEvents, describeWebhookState } from './webhook-text.ts';
import { WebhookSecret } from './new-webhook-dialog.tsx';
import styles from '../settings.module.css';

export interface WebhookTableProps {
  readonly webhooks: readonly Webhook[];
  readonly chosenId: string | undefined;
}

export function WebhookTable({ webhooks, chosenId }: WebhookTableProps) {
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState<Webhook>();
  const [secret, setSecret] = useState<string>();
  const refresh = async (): Promise<void> => await queryClient.invalidateQueries({ queryKey: webhookList().queryKey });
  const act = useMutation({ mutationFn: async (action: () => Promise<void>) => await action(), onSettled: refresh });
  return (
    <>
      {act.error !== null && <Problem error={act.error} />}
      <TableRegion label="Webhooks">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">URL</th>
              <th scope="col">Events</th>
              <th scope="col">State</th>
              <th scope="col">Last delivered</th>
              <th scope="col">
                <span className={styles.muted}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </TableRegion>
      {secret !== undefined && <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />}
      {deleting !== undefined && (
        <ConfirmByName
          title="Delete webhook"
          name={deleting.url}
          action="Delete webhook"
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await deleteWebhook(deleting.id);
            await refresh();
          }}
        >
          Deliveries stop, and the delivery log is deleted. This cannot be undone.
        </ConfirmByName>
      )}
    </>
  );
}

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly isChosen: boolean;
  readonly onAct: (action: () => Promise<void>) => void;
  readonly onSecret: (secret: string) => void;
  readonly onDelete: () => void;
}

function WebhookRow({ webhook, isChosen, onAct, onSecret, onDelete }: WebhookRowProps) {
  const { id, url, description, events, enabled, lastDeliveredAt, failingSince } = webhook;
  return (
    <tr className={enabled ? undefined : styles.ended}>
      <td className={styles.wrap}>
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
      <td className={`${styles.wrap} ${enabled && failingSince === null ? '' : styles.doubtful}`}>
        <UntrustedText text={describeWebhookState(webhook)} charactersMax={300} />
      </td>
      <td>{lastDeliveredAt === null ? 'Never' : <Age instant={lastDeliveredAt} />}</td>
      <td aria-label="Actions">
        <div className={styles.row}>
          <GuardedButton scope="settings:write" onClick={() => onAct(async () => void (await testWebhook(id)))}>
            Test
          </GuardedButton>
          <GuardedButton scope="settings:write" onClick={() => onAct(async () => await switchWebhook(id, !enabled))}>
            {enabled ? 'Disable' : 'Enable'}
          </GuardedButton>
          <GuardedButton
            scope="settings:write"
            onClick={() => onAct(async () => onSecret((await replaceSecret(id)).secret))}
          >
            Replace secret
          </GuardedButton>
          <GuardedButton scope="settings:write" onClick={onDelete}>
            Delete
          </GuardedButton>
        </div>
      </td>
    </tr>
  );
}
