-- Counts of all services with a filter. A facet packs the severity, band, relevance, exploitation, fix and directness of findings
-- into one number; a service has a few of them, where newest_finding has a row for each finding.
alter table open_finding_count add column facets integer[] not null default '{}';
alter table open_finding_count add column facet_counts integer[] not null default '{}';

-- All organizations at once: the owner of the tables can read them only while row-level security is not forced.
alter table service no force row level security;
alter table analysis no force row level security;
alter table newest_finding no force row level security;
alter table open_finding_count no force row level security;
update open_finding_count c set facets = f.facets, facet_counts = f.counts
from (
  select a.org_id, a.service_id, array_agg(a.facet order by a.facet) as facets, array_agg(a.count order by a.facet) as counts
  from (
    select v.org_id, v.service_id, v.severity_rank + 8 * array_position('{P0,P1,P2,P3,P4}'::text[], v.band)
      + 64 * array_position('{relevant,deprioritized,not_relevant}'::text[], v.relevance) + 256 * v.kev::int + 512 * v.has_fix::int
      + 1024 * coalesce(v.direct::int + 1, 0) as facet, count(*)::int as count
    from newest_finding v group by 1, 2, 3
  ) a group by a.org_id, a.service_id
) f
where f.org_id = c.org_id and f.service_id = c.service_id;

-- How many components of the listed version were checked, of which lists show the sum.
alter table service add column listed_coverage jsonb;
update service s set listed_coverage = c.coverage
from (
  select distinct on (a.org_id, a.version_id) a.org_id, a.version_id, a.coverage
  from analysis a join service l on l.org_id = a.org_id and l.listed_version_id = a.version_id
  where a.coverage is not null
  order by a.org_id, a.version_id, a.created_at desc, a.id desc
) c
where c.org_id = s.org_id and c.version_id = s.listed_version_id;
alter table service force row level security;
alter table analysis force row level security;
alter table newest_finding force row level security;
alter table open_finding_count force row level security;

-- Also by package, by exploit probability and by directness from the index alone.
drop index newest_finding_by_risk;
create index newest_finding_by_risk on newest_finding (org_id, risk desc, finding_id desc, component_id desc)
  include (service_id, group_id, package_name, relevance, severity_rank, has_fix, kev, direct, epss);
create index newest_finding_hidden on newest_finding (org_id, risk desc, finding_id desc, component_id desc)
  include (service_id, group_id, package_name, severity_rank, band, has_fix, kev, direct, epss) where relevance = 'not_relevant';
drop index newest_finding_fixable;
create index newest_finding_fixable on newest_finding (org_id, package_name, severity_rank desc, finding_id desc, component_id desc)
  include (service_id, group_id, relevance, has_fix, band, kev, direct, first_seen_at)
  where has_fix and relevance <> 'not_relevant';

-- The services of a vulnerability, from the index alone.
drop index finding_of_group;
create index finding_of_group on finding (org_id, group_id, id) include (service_id);
