-- What a list of findings is ordered and filtered by is stored with each row, and every row says what began and what ended it.

alter table version_finding
  -- 100 is the most urgent; the bands are those of the same number.
  add column risk real not null default 0,
  add column band text not null default 'P4' check (band in ('P0', 'P1', 'P2', 'P3', 'P4')),
  -- Of the finding in its service, so that a list can be ordered by it.
  add column first_seen_at timestamptz(3),
  -- The id and all aliases, in capital letters.
  add column ids text[] not null default '{}',
  add column kev boolean not null default false,
  add column epss real,
  add column direct boolean,
  -- The documents that hold the component, and the images that they were sent for.
  add column sbom_ids uuid[] not null default '{}',
  add column images text[] not null default '{}',
  -- code, advisory, decision, profile or engine, and what exactly: the component, or record and revision.
  add column began_by text,
  add column began_detail jsonb,
  -- Null: current, or followed by another row of the same finding in the same version.
  add column ended_as text check (ended_as in ('resolved', 'retracted')),
  add column ended_by text,
  add column ended_detail jsonb;

-- All organizations at once: the owner of the tables is bound by their walls only while they are forced.
alter table version_finding no force row level security;
alter table finding no force row level security;
update version_finding v set first_seen_at = f.first_seen_at,
  ids = array(select distinct upper(i) from unnest(array[v.canonical_id]
    || array(select jsonb_array_elements_text(v.detail->'vulnerability'->'aliases'))) i)
from finding f where f.org_id = v.org_id and f.id = v.finding_id;
update version_finding set ended_as = 'resolved', ended_by = 'code' where known_to is not null;
alter table version_finding alter column first_seen_at set not null;

create index version_finding_by_risk on version_finding (org_id, version_id, risk desc, id) where known_to is null;
create index version_finding_by_first_seen on version_finding (org_id, version_id, first_seen_at desc, id) where known_to is null;
create index version_finding_ended on version_finding (org_id, version_id, ended_as, known_to desc) where ended_as is not null;

-- The fingerprint stays when the vulnerability gets another id; the key is that of its present group.
alter table finding add column fingerprint bytea;
update finding set fingerprint = key_sha256;
alter table finding alter column fingerprint set not null;
create index finding_by_fingerprint on finding (org_id, fingerprint);
-- Two groups became one: the older finding goes on for both.
alter table finding add column merged_into uuid;
alter table finding add foreign key (org_id, merged_into) references finding (org_id, id) on delete cascade;
alter table version_finding force row level security;
alter table finding force row level security;
create index finding_merged on finding (org_id, merged_into) where merged_into is not null;
create index finding_of_group on finding (org_id, group_id);

-- What the analysis has published: the next one tells by it whether the code has changed or the advisories.
alter table analysis add column sets bytea[];
-- The version that the first analysis of a version is compared with.
alter table analysis add column base_version_id uuid;
