/** Webhooks and their deliveries. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { webhookList } from './webhook-queries.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { SettingsHead } from '../settings-head.tsx';
import styles from '../settings.module.css';
import { WebhookTable } from './webhook-table.tsx';

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
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={3} />}
      {data?.items.length === 0 && <Notice kind="neutral">No webhooks yet. Add one to receive events.</Notice>}
      {data !== undefined && data.items.length > 0 && (
        <div className={styles.sections}>
          <WebhookTable webhooks={data.items} chosenId={chosen?.id} />
          {chosen !== undefined && <DeliveryLog webhook={chosen} />}
        </div>
      )}
      {isCreating && <NewWebhookDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
