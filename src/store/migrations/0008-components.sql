-- What the documents of an organization hold, each distinct component once, and the memo of its matches.

create table component (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  -- Of everything that distinguishes it: as sent, and as identified in its document.
  component_sha256 bytea not null,
  purl text,
  "group" text,
  name text not null,
  version text,
  -- What the matcher sees, or why it sees nothing.
  package jsonb,
  not_checked text,
  -- Valid while it is not older than the newest revision of the component's keys.
  evaluated_snapshot bigint,
  engine_version text,
  primary key (org_id, id)
);
create unique index component_identity on component (org_id, component_sha256);

create table component_key (
  org_id uuid not null,
  package_key text not null,
  component_id uuid not null,
  primary key (org_id, package_key, component_id),
  foreign key (org_id, component_id) references component (org_id, id) on delete cascade
);
create index component_key_of_component on component_key (org_id, component_id);

create table component_match (
  org_id uuid not null,
  component_id uuid not null,
  group_id text not null,
  state text not null check (state in ('affected', 'not_affected', 'cannot_assess')),
  match jsonb not null,
  primary key (org_id, component_id, group_id),
  foreign key (org_id, component_id) references component (org_id, id) on delete cascade
);

-- The content of a document; equal builds share it.
create table component_set (
  org_id uuid not null,
  sha256 bytea not null,
  component_id uuid not null,
  scope text not null,
  direct boolean,
  primary key (org_id, sha256, component_id),
  foreign key (org_id, component_id) references component (org_id, id)
);
create index component_set_of_component on component_set (org_id, component_id);

-- GitHub's export wraps the document as {"sbom": {...}}.
alter table sbom add column wrapped boolean not null default false;
alter table sbom add column set_sha256 bytea;
alter table sbom add column coverage jsonb;
alter table sbom add column tool text;
-- References and edges of the document, packed (zstd of JSON): shown, never searched, and made again from the raw bytes.
alter table sbom add column graph bytea;

alter table component enable row level security;
alter table component force row level security;
create policy tenant on component using (org_id = current_setting('assay.org_id')::uuid);
alter table component_key enable row level security;
alter table component_key force row level security;
create policy tenant on component_key using (org_id = current_setting('assay.org_id')::uuid);
alter table component_match enable row level security;
alter table component_match force row level security;
create policy tenant on component_match using (org_id = current_setting('assay.org_id')::uuid);
alter table component_set enable row level security;
alter table component_set force row level security;
create policy tenant on component_set using (org_id = current_setting('assay.org_id')::uuid);
