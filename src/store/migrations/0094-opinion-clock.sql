-- A publication that read opinions before they changed must notice it: the change did not see the findings that it publishes.
create table opinion_clock (
  org_id uuid not null,
  -- A service, or the organization itself for opinions that may apply to all of its services.
  subject_id uuid not null,
  -- Number of changes so far.
  changes bigint not null,
  primary key (org_id, subject_id)
);

alter table opinion_clock enable row level security;
create policy tenant on opinion_clock using (org_id = current_setting('assay.org_id')::uuid);
-- Before row-level security is forced, which would apply to the check of the key.
alter table opinion_clock add foreign key (org_id) references organization (id) on delete cascade;
alter table opinion_clock force row level security;
