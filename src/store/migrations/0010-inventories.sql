-- A component is a distinct package version; how a document spells it, and what for it is there, belongs to the set that
-- holds it. Documents that were read before are read again: their components were told apart by their spelling.

alter table component drop column "group";
-- What stays the same from version to version: ecosystem and name.
alter table component add column unversioned text not null default '';
-- The OSV name of the ecosystem where it is known, else the type of the purl.
alter table component add column ecosystem text;
-- In lower case, name and version: the order of every list of components.
alter table component add column sort_key text collate "C" not null default '';
create index component_in_order on component (org_id, sort_key, id);

-- Sets of before are made again with the documents that hold them.
drop table component_set;
create table component_set (
  org_id uuid not null,
  sha256 bytea not null,
  -- In the order of lists: by name and version.
  position integer not null,
  component_id uuid not null,
  scope text not null,
  direct boolean,
  type text not null,
  -- As sent, where it differs from that of the component.
  purl text,
  primary key (org_id, sha256, position),
  foreign key (org_id, component_id) references component (org_id, id)
);
create index component_set_of_component on component_set (org_id, component_id);
alter table component_set enable row level security;
alter table component_set force row level security;
create policy tenant on component_set using (org_id = current_setting('assay.org_id')::uuid);

-- The memo apart from what it is about: it is written anew with every change of the advisories.
alter table component drop column evaluated_snapshot;
alter table component drop column engine_version;
create table component_memo (
  org_id uuid not null,
  component_id uuid not null,
  -- Valid while it is not older than the newest revision of the component's keys.
  evaluated_snapshot bigint not null,
  engine_version text not null,
  -- Why the matcher could not assess it, although it is identified.
  unassessed text,
  primary key (org_id, component_id),
  foreign key (org_id, component_id) references component (org_id, id) on delete cascade
) with (fillfactor = 70);
alter table component_memo enable row level security;
alter table component_memo force row level security;
create policy tenant on component_memo using (org_id = current_setting('assay.org_id')::uuid);

-- Which state of our readers made the set, 0 before it was read; what an older one made is read again.
alter table sbom add column reader_version integer not null default 0;
create index sbom_of_reader on sbom (org_id, reader_version);
alter table sbom add column graph_state text check (graph_state in ('complete', 'partial', 'missing'));
alter table sbom add column service_count integer not null default 0;
alter table sbom add column claim_count integer not null default 0;
alter table sbom drop column coverage;
-- References, edges, details and claims of the document, packed: shown, never searched, and made again from the raw bytes.
alter table sbom drop column graph;
alter table sbom add column packed bytea;
create index sbom_of_set on sbom (org_id, set_sha256);
