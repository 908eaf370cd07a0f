-- Work on findings: assignee, due date, issue and comments. The fingerprint stays the same in every version and publication, and for
-- a finding that comes back after the versions with it were deleted, so both tables refer to it and not to a row of finding.

create table finding_work (
  org_id uuid not null references organization (id) on delete cascade,
  fingerprint bytea not null,
  service_id uuid not null,
  -- Null: not assigned. Removing a member clears it; no foreign key does this on Citus.
  assignee_id uuid,
  -- Name of the assignee who left the organization.
  former_assignee text,
  due_on date,
  issue_url text,
  -- Last change of the assignee or the due date.
  assigned_by text,
  assigned_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (org_id, fingerprint),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade
);
create index finding_work_of_service on finding_work (org_id, service_id);
create index finding_work_of_assignee on finding_work (org_id, assignee_id) where assignee_id is not null;

create table finding_comment (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  fingerprint bytea not null,
  service_id uuid not null,
  text text not null,
  created_at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('token', 'person', 'system')),
  actor_id text not null,
  actor_name text not null,
  primary key (org_id, id),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade
);
create index finding_comment_of_finding on finding_comment (org_id, fingerprint, id);
create index finding_comment_of_service on finding_comment (org_id, service_id);

alter table finding_work enable row level security;
alter table finding_work force row level security;
create policy tenant on finding_work using (org_id = current_setting('assay.org_id')::uuid);
alter table finding_comment enable row level security;
alter table finding_comment force row level security;
create policy tenant on finding_comment using (org_id = current_setting('assay.org_id')::uuid);

-- From assigned findings, and from those with an expiring decision, to the lists of an organization.
create index newest_finding_of_finding on newest_finding (org_id, finding_id);
