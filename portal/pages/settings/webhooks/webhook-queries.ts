/** Webhooks and their deliveries. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireDelivery, WireWebhook } from '../../../../src/api/contract/events.ts';
import { change, getList, toPath } from '../../../api/api-client.ts';

export interface WebhookInput {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
}

const SHOWN_MAX = 1_000;
const DELIVERIES_PER_PAGE = 25;

export function webhookList() {
  return queryOptions({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }) => await getList<WireWebhook>('/webhook', signal, { limit: SHOWN_MAX }),
  });
}

export function deliveryList(id: string) {
  return queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async ({ signal }) =>
      await getList<WireDelivery>(`${toPath('webhook', id)}/delivery`, signal, { limit: DELIVERIES_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
}

/** Only this response contains the secret. */
export async function createWebhook(input: WebhookInput): Promise<{ readonly secret: string }> {
  return await change<WireWebhook & { readonly secret: string }>('POST', '/webhook', input);
}

export async function switchWebhook(id: string, enabled: boolean): Promise<void> {
  await change<unknown>('PATCH', toPath('webhook', id), { enabled });
}

export async function replaceSecret(id: string): Promise<{ readonly secret: string }> {
  return await change<{ readonly secret: string }>('POST', `${toPath('webhook', id)}/secret`);
}

export async function testWebhook(id: string): Promise<WireDelivery> {
  return await change<WireDelivery>('POST', `${toPath('webhook', id)}/test`);
}

export async function redeliver(id: string, delivery: string): Promise<void> {
  await change<unknown>('POST', `${toPath('webhook', id, 'delivery', delivery)}/redeliver`);
}

export async function deleteWebhook(id: string): Promise<void> {
  await change('DELETE', toPath('webhook', id));
}
