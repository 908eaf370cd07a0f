/** Unsubscribes a recipient from a notification rule, without sign-in. Opening the link changes nothing. */
import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireSubscription } from '../../../src/api/contract/notifications.ts';
import { change, getOne, toPath } from '../../api/api-client.ts';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import formStyles from '../../parts/actions/form.module.css';
import styles from '../sign-in/sign-in-page.module.css';

const route = getRouteApi('/unsubscribe/$code');

export function UnsubscribePage() {
  const { code } = route.useParams();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(subscriptionByCode(code));
  const unsubscription = useMutation({
    mutationFn: async () => await change<WireSubscription>('POST', toPath('unsubscribe', code)),
    onSuccess: (subscription) => queryClient.setQueryData(subscriptionByCode(code).queryKey, subscription),
  });
  return (
    <div className={styles.page}>
      <PageHead title="Unsubscribe">Unsubscribe</PageHead>
      {data === undefined && error === null && <Loading rows={2} />}
      {error !== null && (
        <Notice kind="bad" urgent>
          {error.message}
        </Notice>
      )}
      {data !== undefined && (
        <div className={`${formStyles.form} ${formStyles.alone}`}>
          <p>
            Notification rule{' '}
            <b>
              <UntrustedText text={data.rule} />
            </b>{' '}
            of the organization{' '}
            <b>
              <UntrustedText text={data.organization} />
            </b>
            , e-mail to{' '}
            <b>
              <UntrustedText text={data.recipient} />
            </b>
            .
          </p>
          {data.unsubscribed ? (
            <Notice kind="neutral" urgent>
              You are unsubscribed. Assay sends no more messages of this rule to this address.
            </Notice>
          ) : (
            <Button onClick={() => unsubscription.mutate()} loading={unsubscription.isPending}>
              Unsubscribe
            </Button>
          )}
          {unsubscription.error !== null && <Problem error={unsubscription.error} />}
        </div>
      )}
    </div>
  );
}

function subscriptionByCode(code: string) {
  return queryOptions({
    queryKey: ['subscription', code],
    queryFn: async ({ signal }) => await getOne<WireSubscription>(toPath('unsubscribe', code), signal),
  });
}
