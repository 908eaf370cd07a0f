/** Notification rules and their deliveries. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  WireNotification,
  WireNotificationDelivery,
  WireNotificationTest,
} from '../../../../src/api/contract/notifications.ts';
import type { EventType, NotificationChannel, NotificationTiming } from '../../../../src/core/vocabulary/event.ts';
import type { Band } from '../../../../src/core/vocabulary/priority.ts';
import { change, getList, toPath } from '../../../api/api-client.ts';

/** The channel cannot be changed, and an address that is left out stays the same. */
export interface NotificationInput {
  readonly name: string;
  readonly channel?: NotificationChannel;
  readonly url?: string;
  readonly recipients?: readonly string[];
  readonly events: readonly EventType[];
  readonly services: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly minPriority: Band | null;
  readonly timing: NotificationTiming;
  readonly digestHour: number;
}

const SHOWN_MAX = 1_000;
const DELIVERIES_PER_PAGE = 25;

export function notificationList() {
  return queryOptions({
    queryKey: ['notifications'],
    queryFn: async ({ signal }) => await getList<WireNotification>('/notification', signal, { limit: SHOWN_MAX }),
  });
}

export function notificationDeliveryList(id: string) {
  return queryOptions({
    queryKey: ['notifications', id, 'deliveries'],
    queryFn: async ({ signal }) =>
      await getList<WireNotificationDelivery>(`${toPath('notification', id)}/delivery`, signal, {
        limit: DELIVERIES_PER_PAGE,
      }),
    placeholderData: keepPreviousData,
  });
}

export async function saveNotification(id: string | undefined, input: NotificationInput): Promise<WireNotification> {
  return id === undefined
    ? await change<WireNotification>('POST', '/notification', input)
    : await change<WireNotification>('PATCH', toPath('notification', id), input);
}

export async function switchNotification(id: string, enabled: boolean): Promise<void> {
  await change<unknown>('PATCH', toPath('notification', id), { enabled });
}

export async function testNotification(id: string): Promise<readonly WireNotificationDelivery[]> {
  return (await change<WireNotificationTest>('POST', `${toPath('notification', id)}/test`)).deliveries;
}

export async function redeliverNotification(id: string, delivery: string): Promise<void> {
  await change<unknown>('POST', `${toPath('notification', id, 'delivery', delivery)}/redeliver`);
}

export async function deleteNotification(id: string): Promise<void> {
  await change('DELETE', toPath('notification', id));
}
