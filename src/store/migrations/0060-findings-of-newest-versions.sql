-- Lists of an organization show the newest version of each service: a small part of version_finding, spread over all of it. They
-- read this copy instead. A row stays the same when a new version has the same finding, so it refers to no version.

-- The version whose findings are in newest_finding. Null: it is not the newest any more, and the newest has no result yet.
alter table service add column listed_version_id uuid;

create table newest_finding (
  org_id uuid not null,
  service_id uuid not null,
  group_id text not null,
  component_id uuid not null,
  finding_id uuid not null,
  class text not null,
  severity_rank smallint not null,
  package_name text not null,
  relevance text not null,
  has_fix boolean not null,
  risk real not null,
  band text not null,
  first_seen_at timestamptz(3) not null,
  kev boolean not null,
  epss real,
  direct boolean,
  suggested boolean not null,
  decided text,
  label text,
  due_at timestamptz(3),
  codes text[] not null,
  primary key (org_id, service_id, group_id, component_id)
);
alter table newest_finding enable row level security;
create policy tenant on newest_finding using (org_id = current_setting('assay.org_id')::uuid);

-- All organizations at once: the owner of the tables can read them only while row-level security is not forced.
alter table service no force row level security;
alter table service_version no force row level security;
alter table version_finding no force row level security;
update service s set listed_version_id = v.id from service_version v
where v.org_id = s.org_id and v.service_id = s.id and v.deleted_at is null and not exists (
  select 1 from service_version n where n.org_id = v.org_id and n.service_id = v.service_id and n.deleted_at is null
    and (n.created_at, n.id) > (v.created_at, v.id));
analyze service;
insert into newest_finding (org_id, service_id, group_id, component_id, finding_id, class, severity_rank, package_name, relevance,
  has_fix, risk, band, first_seen_at, kev, epss, direct, suggested, decided, label, due_at, codes)
select s.org_id, s.id, v.group_id, v.component_id, v.finding_id, v.class, v.severity_rank, v.package_name, v.relevance,
  v.has_fix, v.risk, v.band, v.first_seen_at, v.kev, v.epss, v.direct, v.suggested, v.decided, v.label, v.due_at, v.codes
from service s join version_finding v on v.org_id = s.org_id and v.version_id = s.listed_version_id and v.known_to is null
on conflict do nothing;

alter table newest_finding add foreign key (org_id, service_id) references service (org_id, id) on delete cascade;
alter table service force row level security;
alter table service_version force row level security;
alter table version_finding force row level security;
alter table newest_finding force row level security;

-- The orders of lists.
create index newest_finding_by_risk on newest_finding (org_id, risk desc, finding_id desc, component_id desc)
  include (service_id, group_id, relevance, severity_rank, has_fix, kev, direct);
create index newest_finding_by_severity on newest_finding (org_id, severity_rank desc, package_name, finding_id, component_id);
create index newest_finding_by_package on newest_finding (org_id, package_name, severity_rank desc, finding_id desc, component_id desc);
create index newest_finding_by_first_seen on newest_finding (org_id, first_seen_at desc, finding_id desc, component_id desc);
-- Counts, also of one vulnerability.
create index newest_finding_counted on newest_finding
  (org_id, relevance, severity_rank, band, kev, has_fix, direct, service_id);
create index newest_finding_of_group on newest_finding (org_id, group_id)
  include (service_id, relevance, severity_rank, band, has_fix, kev, direct, package_name, first_seen_at);
create index newest_finding_of_component on newest_finding (org_id, component_id);
-- Filters that few rows match.
create index newest_finding_of_class on newest_finding (org_id, class) where class <> 'vulnerability';
create index newest_finding_suggested on newest_finding (org_id) where suggested;
create index newest_finding_decided on newest_finding (org_id, decided) where decided is not null;
create index newest_finding_labeled on newest_finding (org_id, label) where label is not null;
create index newest_finding_reasoned on newest_finding (org_id, relevance) include (codes, service_id) where codes <> '{}';
analyze newest_finding;
