-- Those who want to be told: webhooks, and what became of each message to them.

-- Sealed with the secret key, so that a process with another key learns it at its start. Null: nobody has started since.
alter table installation add column secret_check text;

create table webhook (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null,
  -- Null: every service.
  service_ids uuid[],
  description text not null,
  -- Sealed. The previous one signs as well until its time has come.
  secret text not null,
  previous_secret text,
  previous_until timestamptz(3),
  created_at timestamptz(3) not null,
  created_by text not null,
  enabled boolean not null default true,
  disabled_at timestamptz(3),
  disabled_reason text,
  -- Events up to this position have their messages.
  cursor bigint not null,
  -- Attempts that have failed since the last one that did not, since when, and until when the receiver is left alone.
  failures integer not null default 0,
  failing_since timestamptz(3),
  resume_at timestamptz(3),
  last_delivered_at timestamptz(3),
  primary key (org_id, id)
);

-- One message: its id is that of the event, so that an event becomes one message of a webhook, whatever happens.
create table webhook_delivery (
  org_id uuid not null references organization (id) on delete cascade,
  webhook_id uuid not null,
  id uuid not null,
  type text not null,
  -- Null for a test, which is no event.
  position bigint,
  status text not null check (status in ('pending', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  -- Tries end a day after this.
  tried_since timestamptz(3) not null,
  -- Of the next attempt; null when there is none.
  due_at timestamptz(3),
  last_attempt_at timestamptz(3),
  finished_at timestamptz(3),
  -- Of the last attempt.
  status_code integer,
  error text,
  answer text,
  duration_ms integer,
  primary key (org_id, webhook_id, id),
  foreign key (org_id, webhook_id) references webhook (org_id, id) on delete cascade,
  check ((status = 'pending') = (due_at is not null))
);
create index webhook_delivery_due on webhook_delivery (org_id, webhook_id, due_at) where due_at is not null;
create index webhook_delivery_by_status on webhook_delivery (org_id, webhook_id, status, id);

-- Which webhooks of all organizations are enabled, and when each has something to send. No row can be seen across organizations
-- elsewhere, and asking every organization every second would not do; it holds ids and times alone. Whoever sends holds the lease.
create table webhook_due (
  org_id uuid not null references organization (id) on delete cascade,
  webhook_id uuid not null,
  -- Null: nothing waits.
  due_at timestamptz(3),
  leased_until timestamptz(3),
  pending integer not null default 0,
  primary key (org_id, webhook_id)
);
create index webhook_due_by_time on webhook_due (due_at) where due_at is not null;

alter table webhook enable row level security;
alter table webhook force row level security;
create policy tenant on webhook using (org_id = current_setting('assay.org_id')::uuid);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy tenant on webhook_delivery using (org_id = current_setting('assay.org_id')::uuid);
