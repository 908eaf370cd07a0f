-- Events get their place in the order of reading from the reader that sees them first. Whoever gives places holds the row of its
-- organization here, so that no place is given twice and none before a smaller one can be seen.

create table event_clock (
  org_id uuid primary key references organization (id) on delete cascade,
  -- The last place that was given.
  position bigint not null default 0,
  -- With it cursors are signed: one that another organization got, or that somebody made up, names no place here.
  cursor_key bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);
alter table event_clock enable row level security;
alter table event_clock force row level security;
create policy tenant on event_clock using (org_id = current_setting('assay.org_id')::uuid);

-- In the order in which places are given.
drop index event_without_position;
create index event_without_position on event (org_id, at, id) where position is null;
