-- New advisory data reaches what it changes and nothing else: what was last changed is numbered, for components, for what is told
-- of a vulnerability and for releases, and versions and organizations say on which number they stand.

-- Everything up to this number, found by this state of the matching engine, has reached the watched versions.
alter table organization add column applied_snapshot bigint not null default 0;
alter table organization add column applied_engine text;
-- The engine whose change has a number.
alter table advisory_clock add column engine_version text;

-- The newest number when the answers of a component last became other ones.
alter table component_memo add column changed_snapshot bigint not null default 0;
-- Null before the first result. Watched is what new data is looked at for, as of the last time that it was.
alter table service_version add column published_snapshot bigint;
alter table service_version add column watched boolean not null default true;

-- All organizations at once: the owner of the tables is bound by their walls only while they are forced.
alter table component_memo no force row level security;
alter table service_version no force row level security;
alter table analysis no force row level security;
update component_memo set changed_snapshot = evaluated_snapshot;
update service_version v set published_snapshot = (
  select a.snapshot from analysis a
  where a.org_id = v.org_id and a.version_id = v.id and a.coverage is not null
  order by a.finished_at desc, a.id desc limit 1);
alter table component_memo force row level security;
alter table service_version force row level security;
alter table analysis force row level security;
create index component_memo_changed on component_memo (org_id, changed_snapshot);
create index service_version_unwatched on service_version (org_id, service_id) where not watched and deleted_at is null;

-- The snapshot that last changed the severity of a record.
alter table advisory_record add column severity_snapshot bigint not null default 0;
-- Scores move a little every day; findings follow the step that a score is on.
alter table enrichment add column epss_step real;
create index advisory_revision_by_snapshot on advisory_revision (snapshot);

-- The snapshot that last changed what is told of a vulnerability: its ids, how severe it is, whether it is exploited.
create table group_revision (
  group_id text primary key,
  revision bigint not null
);
create index group_revision_by_revision on group_revision (revision);

-- Of which releases silence means something, and since which snapshot that is so or no longer so.
create table release_state (
  family text not null,
  release text not null,
  loaded boolean not null,
  comprehensive boolean not null,
  revision bigint not null,
  primary key (family, release)
);
