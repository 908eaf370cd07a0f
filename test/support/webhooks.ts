/** Helpers for tests of webhooks. */
import type { EventType } from '../../src/core/vocabulary/event.ts';
import { insertEvents } from '../../src/store/delivery/events.ts';
import { newId } from '../../src/store/new-id.ts';
import { until } from './server-processes.ts';
import type { TestAssay, TestOrganization } from './test-assay.ts';

export interface MadeWebhook {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
}

export interface LoggedDelivery {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
  readonly durationMs: number | null;
  readonly nextAttemptAt: string | null;
  readonly finishedAt: string | null;
}

export interface WebhookDesk {
  /** Returns the status and the body. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<{ status: number; body: unknown }>;
  create(request: Readonly<Record<string, unknown>>): Promise<MadeWebhook>;
  read(id: string): Promise<MadeWebhook>;
  log(id: string, query?: string): Promise<LoggedDelivery[]>;
  /** Waits until the delivery log meets the condition. */
  logged(id: string, isSo: (log: readonly LoggedDelivery[]) => boolean): Promise<LoggedDelivery[]>;
  /** Emits this many events of the type and returns their ids. */
  emit(
    type: EventType,
    count?: number,
    more?: { readonly serviceId?: string; readonly detail?: object },
  ): Promise<string[]>;
  /** Simulates that the time until the next attempt has passed. */
  hurry(): Promise<void>;
  query(statement: string, values?: unknown[]): Promise<unknown[]>;
}

export function openDesk(assay: TestAssay, organization: TestOrganization): WebhookDesk {
  const call: WebhookDesk['call'] = async (method, path, body, token = organization.token) => {
    const response = await assay.request(`/api/v2${path}`, {
      method,
      token,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };
  const query: WebhookDesk['query'] = async (statement, values = []) =>
    await assay.database.inOrg(organization.id, async ({ client }) => (await client.query(statement, values)).rows);
  const log: WebhookDesk['log'] = async (id, parameters = '') =>
    (await call('GET', `/webhook/${id}/delivery${parameters}`)).body as LoggedDelivery[];
  return {
    call,
    query,
    log,
    create: async (request) => {
      const { status, body } = await call('POST', '/webhook', request);
      if (status !== 201) throw new Error(`Creating the webhook failed: ${JSON.stringify(body)}`);
      return body as MadeWebhook;
    },
    read: async (id) => (await call('GET', `/webhook/${id}`)).body as MadeWebhook,
    logged: async (id, isSo) => {
      let found: LoggedDelivery[] = [];
      await until(async () => {
        found = await log(id, '?limit=1000');
        return isSo(found);
      });
      return found;
    },
    emit: async (type, count = 1, { serviceId, detail = {} } = {}) => {
      const at = new Date().toISOString();
      const events = Array.from({ length: count }, (_, n) => ({
        id: newId(),
        type,
        at,
        detail: { n, ...detail },
        ...(serviceId !== undefined && { serviceId }),
      }));
      await assay.database.inOrg(organization.id, async (tx) => await insertEvents(tx, events));
      return events.map(({ id }) => id);
    },
    hurry: async () => {
      await query('update webhook set resume_at = null');
      await query('update webhook_delivery set due_at = now() where due_at is not null');
      await query('update webhook_due set due_at = now() where due_at is not null and org_id = $1', [organization.id]);
    },
  };
}
