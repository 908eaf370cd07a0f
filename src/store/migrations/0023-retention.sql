-- A version that retention has frozen keeps its findings and history without its documents; and sets of components that no
-- document refers to are noted, so that they can be collected.

alter table service_version add column frozen_at timestamptz(3);

-- The document stays in the records, with its hash, when its bytes are gone.
alter table sbom add column raw_removed_at timestamptz(3);
alter table sbom add column blob_sha256 bytea generated always as (case when raw_removed_at is null then sha256 end) stored;
alter table sbom drop constraint sbom_org_id_sha256_fkey;
drop index sbom_of_blob;
create index sbom_of_blob on sbom (org_id, blob_sha256);

-- Being read, left by somebody who died while reading, or left by the last document that held it. Without a foreign key: the
-- note is there before the first member of the set.
create table component_set_unused (
  org_id uuid not null references organization (id) on delete cascade,
  sha256 bytea not null,
  since timestamptz(3) not null,
  primary key (org_id, sha256)
);
create index component_set_unused_by_age on component_set_unused (org_id, since);

-- All organizations at once: the owner of the tables is bound by their walls only while they are forced.
alter table sbom no force row level security;
alter table blob no force row level security;
alter table component_set no force row level security;
alter table sbom add foreign key (org_id, blob_sha256) references blob (org_id, sha256);
insert into component_set_unused (org_id, sha256, since)
select s.org_id, s.sha256, now() from component_set s
where s.position = 0 and not exists (select 1 from sbom b where b.org_id = s.org_id and b.set_sha256 = s.sha256);
alter table sbom force row level security;
alter table blob force row level security;
alter table component_set force row level security;
alter table component_set_unused enable row level security;
alter table component_set_unused force row level security;
create policy tenant on component_set_unused using (org_id = current_setting('assay.org_id')::uuid);
