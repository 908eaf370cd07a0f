-- Questions whose answers settle findings of a version, written when it is published.
create table version_question (
  org_id uuid not null references organization (id) on delete cascade,
  version_id uuid not null,
  -- From the hash of kind, package and subject: the same in every service.
  question_id uuid not null,
  service_id uuid not null,
  kind text not null,
  subject text not null,
  package text,
  -- Risk of the findings that the answer settles.
  weight double precision not null,
  -- Number of findings that "no" dismisses, and that it lowers.
  dismisses integer not null,
  lowers integer not null,
  -- Id, effect and risk of each finding.
  findings jsonb not null,
  -- Major versions of the packages that ask it.
  majors jsonb not null,
  -- The given answer does not count for one of the packages, because its major version has changed.
  outdated boolean not null,
  primary key (org_id, version_id, question_id),
  foreign key (org_id, version_id) references service_version (org_id, id) on delete cascade,
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade
);
create index version_question_of_service on version_question (org_id, service_id, question_id);

alter table version_question enable row level security;
alter table version_question force row level security;
create policy tenant on version_question using (org_id = current_setting('assay.org_id')::uuid);

-- The answer that counts for a service; the audit log has the earlier ones.
create table question_answer (
  org_id uuid not null references organization (id) on delete cascade,
  service_id uuid not null,
  question_id uuid not null,
  kind text not null,
  subject text not null,
  package text,
  answer text not null check (answer in ('yes', 'no', 'unknown')),
  note text,
  -- Major versions of the packages that asked it.
  majors jsonb not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (org_id, service_id, question_id),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade
);

alter table question_answer enable row level security;
alter table question_answer force row level security;
create policy tenant on question_answer using (org_id = current_setting('assay.org_id')::uuid);
