-- A finding is one vulnerability in one package of one service, across its versions; a row of version_finding says that a
-- version has it, from when until when that was known.

create table finding (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  service_id uuid not null,
  -- Of service, package without version, and alias group: the fingerprint.
  key_sha256 bytea not null,
  package text not null,
  group_id text not null,
  first_seen_at timestamptz(3) not null,
  first_seen_version_id uuid not null,
  primary key (org_id, id),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade
);
create unique index finding_key on finding (org_id, service_id, key_sha256);

create table version_finding (
  org_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  finding_id uuid not null,
  component_id uuid not null,
  group_id text not null,
  canonical_id text not null,
  class text not null,
  -- Stored sort keys: a list is only ever ordered by what is indexed.
  severity_rank smallint not null,
  package_name text not null,
  relevance text not null check (relevance in ('relevant', 'deprioritized', 'not_relevant')),
  has_fix boolean not null,
  -- Everything else that is shown, as it was published.
  detail jsonb not null,
  detail_sha256 bytea not null,
  known_from timestamptz(3) not null,
  known_to timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, version_id) references service_version (org_id, id),
  foreign key (org_id, finding_id) references finding (org_id, id),
  foreign key (org_id, component_id) references component (org_id, id)
);
create unique index version_finding_current on version_finding (org_id, version_id, component_id, group_id) where known_to is null;
create index version_finding_by_severity on version_finding (org_id, version_id, severity_rank desc, package_name, id) where known_to is null;
create index version_finding_by_package on version_finding (org_id, version_id, package_name, severity_rank desc, id) where known_to is null;
create index version_finding_of_version on version_finding (org_id, version_id);
create index version_finding_of_finding on version_finding (org_id, finding_id);
create index version_finding_of_component on version_finding (org_id, component_id);

alter table event add column finding_id uuid;
alter table event add column snapshot bigint;
alter table analysis add column coverage jsonb;
alter table analysis add column snapshot bigint;
alter table analysis add column delta jsonb;

alter table finding enable row level security;
alter table finding force row level security;
create policy tenant on finding using (org_id = current_setting('assay.org_id')::uuid);
alter table version_finding enable row level security;
alter table version_finding force row level security;
create policy tenant on version_finding using (org_id = current_setting('assay.org_id')::uuid);
