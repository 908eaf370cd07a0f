-- What tools say about calls of vulnerable code in the build of a version: one document for each tool and image.
create table reachability_document (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  service_id uuid not null,
  version_id uuid not null,
  kind text not null check (kind in ('govulncheck', 'osv-scanner', 'cyclonedx')),
  tool text not null,
  -- The analyzed image; null: the sources.
  image text,
  -- The analyzed commit; null: not named.
  commit_sha text,
  sha256 bytea not null,
  size_bytes bigint not null,
  -- As they were parsed, so that publishing does not parse the document again.
  statements jsonb not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (org_id, id),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade,
  foreign key (org_id, version_id) references service_version (org_id, id) on delete cascade,
  foreign key (org_id, sha256) references blob (org_id, sha256)
);
create index reachability_document_of_service on reachability_document (org_id, service_id);
create index reachability_document_of_version on reachability_document (org_id, version_id, id);
create index reachability_document_of_blob on reachability_document (org_id, sha256);

alter table reachability_document enable row level security;
alter table reachability_document force row level security;
create policy tenant on reachability_document using (org_id = current_setting('assay.org_id')::uuid);

alter table analysis drop constraint analysis_trigger_check;
alter table analysis add constraint analysis_trigger_check
  check (trigger in ('upload', 'advisories', 'profile', 'decision', 'reachability', 'manual', 'engine', 'deletion', 'ai'));
