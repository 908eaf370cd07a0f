-- What cannot be computed again: what people have decided, what VEX documents say, and how a service runs. Everything else about the
-- relevance of a finding is folded from it whenever a version is published.

-- Rows are never changed, except that another one takes their place. Without foreign keys: a decision holds for findings that come
-- back, and one for the whole organization outlives the service that it was made in.
create table decision (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  finding_id uuid not null,
  service_id uuid not null,
  -- Of the scope `version`; else the version that somebody was looking at, or null.
  version_id uuid,
  -- Ecosystem and name, without the version, as in `finding`.
  package text not null,
  -- Of the vulnerability: every id of its group when it was decided, in capital letters.
  ids text[] not null,
  scope text not null check (scope in ('version', 'service', 'organization')),
  -- A glob; null: every image.
  image_pattern text,
  action text not null check (action in ('confirm', 'in_triage', 'not_affected', 'false_positive', 'accept_risk', 'patched',
    'accept_suggestion', 'reject_suggestion', 'taken_back')),
  -- Null for one that only takes back another.
  state text,
  justification text,
  response text[] not null default '{}',
  detail text,
  effect text not null check (effect in ('dismiss', 'deprioritize', 'annotate', 'confirm')),
  label text,
  expires_at timestamptz(3),
  -- What it rests on: a premise that breaks opens the question again.
  premises jsonb not null,
  -- Those that were made at once can be taken back at once.
  batch_id uuid,
  created_at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('token', 'person', 'system')),
  actor_id text not null,
  actor_name text not null,
  superseded_by uuid,
  superseded_at timestamptz(3),
  primary key (org_id, id),
  check ((superseded_by is null) = (superseded_at is null))
);
-- By package, in a service and in all of them: what an alias group is called may have changed since.
create index decision_standing on decision (org_id, package, service_id) where superseded_by is null and action <> 'taken_back';
create index decision_of_finding on decision (org_id, finding_id, created_at desc, id desc);
create index decision_of_service on decision (org_id, service_id, created_at desc, id desc);
create index decision_of_version on decision (org_id, version_id) where scope = 'version';
create index decision_of_batch on decision (org_id, batch_id) where batch_id is not null;

-- For a version, for a service, or for the whole organization.
create table vex_document (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  service_id uuid,
  version_id uuid,
  format text not null check (format in ('cyclonedx', 'openvex')),
  -- Empty: it names nobody.
  author text not null,
  -- The same for all versions of a document; null: it has none.
  document_id text,
  document_version integer,
  issued_at timestamptz(3) not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  statement_count integer not null,
  warnings jsonb not null default '[]',
  created_at timestamptz(3) not null,
  created_by text not null,
  superseded_by uuid,
  superseded_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade,
  foreign key (org_id, version_id) references service_version (org_id, id) on delete cascade,
  foreign key (org_id, sha256) references blob (org_id, sha256),
  check (version_id is null or service_id is not null)
);
create index vex_document_standing on vex_document (org_id, service_id, version_id) where superseded_by is null and deleted_at is null;
create index vex_document_of_service on vex_document (org_id, service_id, id desc);
create index vex_document_of_version on vex_document (org_id, version_id, id desc);
create index vex_document_of_blob on vex_document (org_id, sha256);

create table vex_statement (
  org_id uuid not null,
  document_id uuid not null,
  n integer not null,
  ids text[] not null,
  statement jsonb not null,
  primary key (org_id, document_id, n),
  foreign key (org_id, document_id) references vex_document (org_id, id) on delete cascade
);

-- One row for each id of a statement. An index of arrays would not be used: behind the walls between organizations only comparisons
-- that cannot tell anything about a row may come first.
create table vex_statement_id (
  org_id uuid not null,
  -- In capital letters.
  id text not null,
  document_id uuid not null,
  n integer not null,
  primary key (org_id, id, document_id, n),
  foreign key (org_id, document_id, n) references vex_statement (org_id, document_id, n) on delete cascade
);
create index vex_statement_id_of_statement on vex_statement_id (org_id, document_id, n);

create table profile (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  service_id uuid not null,
  name text not null,
  is_default boolean not null default false,
  -- The one that counts.
  version integer not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade
);
create unique index profile_by_name on profile (org_id, service_id, name) where deleted_at is null;
create unique index profile_default on profile (org_id, service_id) where is_default and deleted_at is null;
create index profile_of_service on profile (org_id, service_id, id);

-- Never changed: what was said of a finding can be read again with the profile that it was said with.
create table profile_version (
  org_id uuid not null,
  profile_id uuid not null,
  version integer not null,
  -- Of the canonical JSON of the fields and of the documents' digests.
  sha256 bytea not null,
  applies_to jsonb not null,
  fields jsonb not null,
  -- Per document: its kind, its digest and whether somebody says that it is in force.
  runtime jsonb not null default '[]',
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (org_id, profile_id, version),
  foreign key (org_id, profile_id) references profile (org_id, id) on delete cascade
);

-- AppArmor, seccomp and what was observed, as they were sent.
create table runtime_document (
  org_id uuid not null,
  service_id uuid not null,
  sha256 bytea not null,
  kind text not null check (kind in ('apparmor', 'seccomp', 'observed')),
  size_bytes bigint not null,
  warnings jsonb not null default '[]',
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (org_id, service_id, sha256),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade,
  foreign key (org_id, sha256) references blob (org_id, sha256)
);
create index runtime_document_of_blob on runtime_document (org_id, sha256);

alter table version_finding
  -- A machine would dismiss it and may not.
  add column suggested boolean not null default false,
  -- The state of the word of a person or of VEX that stands.
  add column decided text,
  -- Why it has a lower priority, where there is a word for it.
  add column label text,
  -- The deadline, and the days that it was set with; null: with the next upgrade.
  add column due_at timestamptz(3),
  add column due_days smallint,
  -- Of all that was said, that of the deciding word first.
  add column codes text[] not null default '{}',
  -- When something that decides runs out by the clock; null: never.
  add column stands_until timestamptz(3);

-- The few for which each filter was made.
create index version_finding_suggested on version_finding (org_id, version_id) where known_to is null and suggested;
create index version_finding_decided on version_finding (org_id, version_id, decided) where known_to is null and decided is not null;
create index version_finding_labeled on version_finding (org_id, version_id, label) where known_to is null and label is not null;
create index version_finding_due on version_finding (org_id, version_id, due_at) where known_to is null and due_at is not null;
create index version_finding_reasoned on version_finding (org_id, version_id) include (relevance, codes)
  where known_to is null and codes <> '{}';
create index version_finding_running_out on version_finding (org_id, stands_until) where known_to is null and stands_until is not null;

-- Also by band: few keys all the same, which PostgreSQL stores once.
drop index version_finding_counted;
create index version_finding_counted on version_finding (org_id, version_id, relevance, severity_rank, band) where known_to is null;

-- Names, versions and hashes of the profiles that it used; null: none.
alter table analysis add column profiles jsonb;

alter table decision enable row level security;
alter table decision force row level security;
create policy tenant on decision using (org_id = current_setting('assay.org_id')::uuid);
alter table vex_document enable row level security;
alter table vex_document force row level security;
create policy tenant on vex_document using (org_id = current_setting('assay.org_id')::uuid);
alter table vex_statement enable row level security;
alter table vex_statement force row level security;
create policy tenant on vex_statement using (org_id = current_setting('assay.org_id')::uuid);
alter table vex_statement_id enable row level security;
alter table vex_statement_id force row level security;
create policy tenant on vex_statement_id using (org_id = current_setting('assay.org_id')::uuid);
alter table profile enable row level security;
alter table profile force row level security;
create policy tenant on profile using (org_id = current_setting('assay.org_id')::uuid);
alter table profile_version enable row level security;
alter table profile_version force row level security;
create policy tenant on profile_version using (org_id = current_setting('assay.org_id')::uuid);
alter table runtime_document enable row level security;
alter table runtime_document force row level security;
create policy tenant on runtime_document using (org_id = current_setting('assay.org_id')::uuid);
