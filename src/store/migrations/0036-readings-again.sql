-- Whatever ends a process, what it has asked is on record, nobody pays for the same question at the same time, and what could not be
-- asked is asked again by itself.

-- What is set aside says which call it is for: if nobody settles it, it becomes the record of the call. Rows live for minutes, and
-- nobody asks while a database is brought to another version.
drop table ai_reservation;
create table ai_reservation (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  -- The same columns as in `ai_call`.
  at timestamptz(3) not null,
  purpose text not null,
  service_id uuid,
  finding_id uuid,
  host text not null,
  model text not null,
  prompt_version text not null,
  question_sha256 bytea not null,
  tokens_in bigint not null,
  tokens_out bigint not null,
  price_in numeric(16, 6) not null,
  price_out numeric(16, 6) not null,
  cost numeric(16, 6) not null,
  leased_until timestamptz(3) not null,
  primary key (org_id, id)
);

-- Versions whose findings are still to be read by a model. Jobs are hints; this is the truth.
create table awaited_reading (
  org_id uuid not null,
  version_id uuid not null,
  -- Whose stage tells of it.
  analysis_id uuid not null,
  -- Answers that are older do not count; null: all of them do.
  fresh_since timestamptz(3),
  -- When it is tried; null: not before somebody changes the settings.
  due_at timestamptz(3),
  -- That came to nothing, one after the other.
  tries integer not null default 0,
  primary key (org_id, version_id),
  foreign key (org_id, version_id) references service_version (org_id, id) on delete cascade
);
create index awaited_reading_due on awaited_reading (org_id, due_at);

alter table ai_reservation enable row level security;
alter table ai_reservation force row level security;
create policy tenant on ai_reservation using (org_id = current_setting('assay.org_id')::uuid);
alter table awaited_reading enable row level security;
alter table awaited_reading force row level security;
create policy tenant on awaited_reading using (org_id = current_setting('assay.org_id')::uuid);
