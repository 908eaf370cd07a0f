-- The documents of a version, each in its slot, and the analyses that ran on them.

create table sbom (
  org_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  slot text not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  format text not null check (format in ('cyclonedx', 'spdx')),
  spec_version text not null,
  image text,
  distro text,
  git_branch text,
  git_commit_sha text,
  git_origin text,
  status text not null check (status in ('queued', 'analyzing', 'analyzed', 'analyzed_with_warnings', 'failed')),
  failure jsonb,
  component_count integer not null,
  file_count integer not null,
  edge_count integer not null,
  warnings jsonb not null default '[]',
  analysis_id uuid,
  created_at timestamptz(3) not null,
  created_by text not null,
  superseded_by uuid,
  superseded_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, version_id) references service_version (org_id, id),
  foreign key (org_id, sha256) references blob (org_id, sha256)
);
create unique index sbom_in_slot on sbom (org_id, version_id, slot) where superseded_by is null and deleted_at is null;
create index sbom_of_version on sbom (org_id, version_id, created_at desc, id desc);
create index sbom_of_blob on sbom (org_id, sha256);

create table analysis (
  org_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  trigger text not null check (trigger in ('upload', 'advisories', 'profile', 'decision', 'manual', 'engine', 'deletion')),
  status text not null check (status in ('queued', 'running', 'completed', 'completed_with_warnings', 'failed')),
  -- The generation of the version that this analysis read; null until it runs.
  generation integer,
  stages jsonb not null,
  engine_version text not null,
  failure jsonb,
  superseded_by uuid,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, version_id) references service_version (org_id, id)
);
-- An upload joins the analysis that already waits for its version.
create unique index analysis_waiting on analysis (org_id, version_id) where status = 'queued';
create index analysis_of_version on analysis (org_id, version_id, created_at desc, id desc);
create index analysis_unfinished on analysis (org_id, id) where status in ('queued', 'running');

alter table sbom enable row level security;
alter table sbom force row level security;
create policy tenant on sbom using (org_id = current_setting('assay.org_id')::uuid);
alter table analysis enable row level security;
alter table analysis force row level security;
create policy tenant on analysis using (org_id = current_setting('assay.org_id')::uuid);
