/** Tables of events, queue turns and webhooks. */
import type { ColumnType, Generated } from 'kysely';
import type { BigInteger, Json, OptionalJson, OptionalTime, Time } from '../column-types.ts';

export interface DeliveryTables {
  event: {
    org_id: string;
    id: string;
    position: BigInteger | null;
    type: string;
    at: Time;
    service_id: string | null;
    version_id: string | null;
    sbom_id: string | null;
    analysis_id: string | null;
    cause: string | null;
    detail: Json<unknown>;
    finding_id: string | null;
    snapshot: BigInteger | null;
  };
  event_clock: {
    org_id: string;
    position: ColumnType<string, number | string | undefined, number | string>;
    cursor_key: Generated<Buffer>;
  };
  webhook: {
    org_id: string;
    id: string;
    url: string;
    events: string[];
    service_ids: string[] | null;
    description: string;
    secret: string;
    previous_secret: string | null;
    previous_until: OptionalTime;
    created_at: Time;
    created_by: string;
    enabled: Generated<boolean>;
    disabled_at: OptionalTime;
    disabled_reason: string | null;
    cursor: BigInteger;
    failures: Generated<number>;
    failing_since: OptionalTime;
    resume_at: OptionalTime;
    last_delivered_at: OptionalTime;
    channel: Generated<string>;
    timing: Generated<string>;
    digest_hour: Generated<number>;
    min_priority: string | null;
    tags: string[] | null;
    recipients: Generated<string[]>;
    unsubscribed: Generated<string[]>;
  };
  webhook_delivery: {
    org_id: string;
    webhook_id: string;
    id: string;
    type: string;
    position: BigInteger | null;
    status: string;
    attempts: Generated<number>;
    created_at: Time;
    tried_since: Time;
    due_at: OptionalTime;
    last_attempt_at: OptionalTime;
    finished_at: OptionalTime;
    status_code: number | null;
    error: string | null;
    answer: string | null;
    duration_ms: number | null;
    event_ids: string[] | null;
    event_counts: OptionalJson<Readonly<Record<string, number>>>;
    recipient: string | null;
  };
  webhook_due: {
    org_id: string;
    webhook_id: string;
    due_at: OptionalTime;
    leased_until: OptionalTime;
    pending: Generated<number>;
  };
}
