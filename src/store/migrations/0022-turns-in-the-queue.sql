-- Organizations take turns in the queue, and an analysis knows the job that will run it.

-- The turn that was last called in each queue: who comes after a pause begins here, not at the turns that he has missed.
create table queue_clock (
  queue text primary key,
  turn bigint not null
);

-- The last turn that an organization has taken in each queue.
create table queue_turn (
  org_id uuid not null references organization (id) on delete cascade,
  queue text not null,
  turn bigint not null,
  primary key (org_id, queue)
);
alter table queue_turn enable row level security;
alter table queue_turn force row level security;
create policy tenant on queue_turn using (org_id = current_setting('assay.org_id')::uuid);

-- Jobs are lost at times; whether this one is there still is asked by its id. Null: before this column was there.
alter table analysis add column job_id uuid;
-- The sources of the advisory data that was used, and how old each was.
alter table analysis add column data_sources jsonb;
