-- Details of findings are stored once per organization, by the hash of their content. Rows of version_finding repeated them for
-- every version of a service and every version of a package, and took several kilobytes each.

create table finding_detail (
  org_id uuid not null references organization (id) on delete cascade,
  -- Of the text that PostgreSQL prints for the jsonb.
  sha256 bytea not null,
  detail jsonb not null,
  primary key (org_id, sha256)
);
alter table finding_detail enable row level security;
alter table finding_detail force row level security;
create policy tenant on finding_detail using (org_id = current_setting('assay.org_id')::uuid);

-- All organizations at once: the owner of the tables is bound by row-level security only while it is forced.
alter table version_finding no force row level security;
alter table finding_detail no force row level security;
-- Their rows are looked up to check the foreign keys.
alter table service_version no force row level security;
alter table finding no force row level security;
alter table component no force row level security;

-- Everything but the component, with the cause of the beginning. The tested version is that of the component, and is not read.
create function pg_temp.facts(detail jsonb, began jsonb) returns jsonb language sql stable as $$
  select detail - 'component' || jsonb_build_object('began', began)
    || case when jsonb_typeof(detail #> '{match,evidence}') = 'array' then jsonb_build_object('match', detail -> 'match'
      || jsonb_build_object('evidence', coalesce((select jsonb_agg(e - 'testedVersion' order by n)
        from jsonb_array_elements(detail #> '{match,evidence}') with ordinality t(e, n)), '[]'))) else '{}' end
$$;
create function pg_temp.hash(detail jsonb) returns bytea language sql stable as $$
  select sha256(convert_to(detail::text, 'UTF8'))
$$;

-- A new table is filled and takes the place of the old one: an update would write all indexes twice and leave the old rows behind.
alter table version_finding rename to wide_finding;
create table version_finding (like wide_finding including defaults including constraints);
alter table version_finding
  drop column detail,
  drop column began_detail,
  -- Vulnerability, match, fix, judgment and cause.
  add column facts_sha256 bytea not null,
  -- How the version holds the component.
  add column place_sha256 bytea not null;

insert into version_finding (org_id, id, version_id, finding_id, component_id, group_id, canonical_id, class, severity_rank,
  package_name, relevance, has_fix, detail_sha256, known_from, known_to, risk, band, first_seen_at, ids, kev, epss, direct, sbom_ids,
  images, began_by, ended_as, ended_by, ended_detail, suggested, decided, label, due_at, due_days, codes, stands_until,
  facts_sha256, place_sha256)
select org_id, id, version_id, finding_id, component_id, group_id, canonical_id, class, severity_rank,
  package_name, relevance, has_fix, detail_sha256, known_from, known_to, risk, band, first_seen_at, ids, kev, epss, direct, sbom_ids,
  images, began_by, ended_as, ended_by, ended_detail, suggested, decided, label, due_at, due_days, codes, stands_until,
  pg_temp.hash(pg_temp.facts(detail, began_detail)), pg_temp.hash(coalesce(detail -> 'component', '{}'))
from wide_finding;

insert into finding_detail (org_id, sha256, detail)
select n.org_id, n.facts_sha256, pg_temp.facts(v.detail, v.began_detail)
from (select distinct on (org_id, facts_sha256) org_id, facts_sha256, id from version_finding) n
join wide_finding v on v.org_id = n.org_id and v.id = n.id;
insert into finding_detail (org_id, sha256, detail)
select n.org_id, n.place_sha256, coalesce(v.detail -> 'component', '{}')
from (select distinct on (org_id, place_sha256) org_id, place_sha256, id from version_finding) n
join wide_finding v on v.org_id = n.org_id and v.id = n.id
on conflict do nothing;

drop table wide_finding;
alter table version_finding
  add primary key (org_id, id),
  add foreign key (org_id, version_id) references service_version (org_id, id),
  add foreign key (org_id, finding_id) references finding (org_id, id),
  add foreign key (org_id, component_id) references component (org_id, id),
  add foreign key (org_id, facts_sha256) references finding_detail (org_id, sha256),
  add foreign key (org_id, place_sha256) references finding_detail (org_id, sha256);

-- As before, each for what its first migration says.
create unique index version_finding_current on version_finding (org_id, version_id, component_id, group_id) where known_to is null;
create index version_finding_by_risk on version_finding
  (org_id, version_id, risk desc, finding_id desc, component_id desc)
  include (id, relevance, severity_rank, has_fix, kev, epss, direct, known_from) where known_to is null;
create index version_finding_by_severity on version_finding
  (org_id, version_id, severity_rank desc, package_name, finding_id, component_id)
  include (id, relevance, has_fix, kev) where known_to is null;
create index version_finding_by_package on version_finding
  (org_id, version_id, package_name, severity_rank desc, finding_id desc, component_id desc)
  include (id, relevance, has_fix, kev) where known_to is null;
create index version_finding_by_first_seen on version_finding
  (org_id, version_id, first_seen_at desc, finding_id desc, component_id desc)
  include (id, relevance, severity_rank, has_fix, kev) where known_to is null;
create index version_finding_counted on version_finding (org_id, version_id, relevance, severity_rank, band) where known_to is null;
create index version_finding_exploited on version_finding (org_id, version_id) where known_to is null and kev;
create index version_finding_of_class on version_finding (org_id, version_id, class)
  where known_to is null and class <> 'vulnerability';
create index version_finding_suggested on version_finding (org_id, version_id) where known_to is null and suggested;
create index version_finding_decided on version_finding (org_id, version_id, decided)
  where known_to is null and decided is not null;
create index version_finding_labeled on version_finding (org_id, version_id, label) where known_to is null and label is not null;
create index version_finding_due on version_finding (org_id, version_id, due_at) where known_to is null and due_at is not null;
create index version_finding_reasoned on version_finding (org_id, version_id) include (relevance, codes)
  where known_to is null and codes <> '{}';
create index version_finding_running_out on version_finding (org_id, stands_until)
  where known_to is null and stands_until is not null;
create index version_finding_ended on version_finding (org_id, version_id, ended_as, known_to desc) where ended_as is not null;
create index version_finding_of_version on version_finding (org_id, version_id, known_to);
create index version_finding_of_group on version_finding (org_id, group_id, version_id) where known_to is null;
create index version_finding_of_finding on version_finding (org_id, finding_id);
create index version_finding_of_component on version_finding (org_id, component_id);
-- To remove details that no row refers to.
create index version_finding_of_facts on version_finding (org_id, facts_sha256);
create index version_finding_of_place on version_finding (org_id, place_sha256);

alter table version_finding enable row level security;
alter table version_finding force row level security;
create policy tenant on version_finding using (org_id = current_setting('assay.org_id')::uuid);
alter table finding_detail force row level security;
alter table service_version force row level security;
alter table finding force row level security;
alter table component force row level security;
analyze version_finding;
analyze finding_detail;
drop function pg_temp.facts;
drop function pg_temp.hash;
