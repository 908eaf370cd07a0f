-- Findings that a member has handled in the inbox. They come back when they change.
create table inbox_handled (
  org_id uuid not null references organization (id) on delete cascade,
  person_id uuid not null,
  finding_id uuid not null,
  -- The states of the finding in the newest version, one per component.
  states text[] not null,
  handled_at timestamptz(3) not null,
  primary key (org_id, person_id, finding_id),
  foreign key (person_id, org_id) references membership (person_id, org_id) on delete cascade,
  foreign key (org_id, finding_id) references finding (org_id, id) on delete cascade
);
create index inbox_handled_of_finding on inbox_handled (org_id, finding_id);

alter table inbox_handled enable row level security;
alter table inbox_handled force row level security;
create policy tenant on inbox_handled using (org_id = current_setting('assay.org_id')::uuid);

-- Few findings are due soon, and few decisions expire soon.
create index newest_finding_due on newest_finding (org_id, due_at) where due_at is not null;
create index decision_expiring on decision (org_id, expires_at)
  where expires_at is not null and superseded_by is null and action <> 'reverted';
