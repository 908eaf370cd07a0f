-- A component is a distinct package version; how a document spells it, and what for it is there, belongs to the set that
-- holds it. Documents that were read before are read again: their components were told apart by their spelling.

alter table component drop column "group";
-- What stays the same from version to version: ecosystem and name.
alter table component add column unversioned text not null default '';
-- The OSV name of the ecosystem where it is known, else the type of the purl.
alter table component add column ecosystem text;
-- In lower case, name and version: the order of every list of components.
alter table component add column sort_key text collate "C" not null default '';
-- Why the matcher could not assess it, although it is identified.
alter table component add column unassessed text;
create index component_in_order on component (org_id, sort_key, id);

alter table component_set add column position integer not null default 0;
alter table component_set add column sort_key text collate "C" not null default '';
alter table component_set add column type text not null default 'library';
-- As sent, where it differs from that of the component.
alter table component_set add column purl text;
create index component_set_in_order on component_set (org_id, sha256, sort_key, component_id);

-- Which state of our readers made the set, 0 before it was read; what an older one made is read again.
alter table sbom add column reader_version integer not null default 0;
create index sbom_of_reader on sbom (org_id, reader_version);
alter table sbom add column graph_state text check (graph_state in ('complete', 'partial', 'missing'));
alter table sbom add column service_count integer not null default 0;
alter table sbom add column claim_count integer not null default 0;
alter table sbom drop column coverage;
-- References, edges, details and claims of the document, packed: shown, never searched, and made again from the raw bytes.
alter table sbom rename column graph to packed;
create index sbom_of_set on sbom (org_id, set_sha256);
