-- What happened, and who did it. Both are append-only and outlive what they speak of, therefore no foreign keys.
-- Ids are UUIDv7, so a range of ids is a range of time: partitions by month need no further column.

create table event (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  -- Given after commit: ids become visible out of order, and a cursor on them would lose events.
  position bigint,
  type text not null,
  at timestamptz(3) not null,
  service_id uuid,
  version_id uuid,
  sbom_id uuid,
  analysis_id uuid,
  cause text,
  detail jsonb not null default '{}',
  primary key (org_id, id)
);
create unique index event_position on event (org_id, position) where position is not null;
create index event_without_position on event (org_id, id) where position is null;
create index event_of_version on event (org_id, version_id, id);

create table audit_entry (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('token', 'person', 'system')),
  actor_id text not null,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (org_id, id)
);

alter table event enable row level security;
alter table event force row level security;
create policy tenant on event using (org_id = current_setting('assay.org_id')::uuid);
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy tenant on audit_entry using (org_id = current_setting('assay.org_id')::uuid);
