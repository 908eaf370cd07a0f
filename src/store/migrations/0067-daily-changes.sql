-- How many open findings a service gained or lost on a day (UTC), and how much risk. The number on a day is the current one without
-- the changes after it, so the overview shows the trend of an organization without reading its history.
create table daily_change (
  org_id uuid not null,
  service_id uuid not null,
  day date not null,
  critical integer not null,
  high integer not null,
  medium integer not null,
  low integer not null,
  unknown integer not null,
  none integer not null,
  risk double precision not null,
  primary key (org_id, service_id, day)
);
alter table daily_change enable row level security;
create policy tenant on daily_change using (org_id = current_setting('assay.org_id')::uuid);

-- The last 90 days, from the versions that were the newest of their service on at least one of them. A version is the newest from
-- its first result until a later version has one. Only while row-level security is not forced can the owner read all organizations.
alter table service no force row level security;
alter table service_version no force row level security;
alter table version_finding no force row level security;
alter table analysis no force row level security;
with started as materialized (
  select v.org_id, v.service_id, v.id, v.created_at,
    greatest((v.created_at at time zone 'UTC')::date, (a.at at time zone 'UTC')::date) as day
  from service_version v
  join (
    select org_id, version_id, min(finished_at) as at from analysis where coverage is not null group by org_id, version_id
  ) a on a.org_id = v.org_id and a.version_id = v.id
  where v.deleted_at is null
), newest as materialized (
  select * from (
    select s.org_id, s.service_id, s.id, s.day, min(s.day) over (
      partition by s.org_id, s.service_id order by s.created_at desc, s.id desc rows between unbounded preceding and 1 preceding) as next_day
    from started s
  ) n where n.next_day is null or (n.next_day > n.day and n.next_day >= (now() at time zone 'UTC')::date - 90)
), held as (
  select n.org_id, n.service_id, f.severity_rank, f.risk, greatest(n.day, (f.known_from at time zone 'UTC')::date) as begins,
    least(n.next_day, (f.known_to at time zone 'UTC')::date) as ends
  from newest n
  join version_finding f on f.org_id = n.org_id and f.version_id = n.id and f.relevance <> 'not_relevant'
), steps as (
  select org_id, service_id, severity_rank, risk, begins as day, 1 as step from held where ends is null or begins < ends
  union all
  select org_id, service_id, severity_rank, risk, ends, -1 from held where begins < ends
)
insert into daily_change (org_id, service_id, day, critical, high, medium, low, unknown, none, risk)
select org_id, service_id, day, coalesce(sum(step) filter (where severity_rank = 5), 0),
  coalesce(sum(step) filter (where severity_rank = 4), 0), coalesce(sum(step) filter (where severity_rank = 3), 0),
  coalesce(sum(step) filter (where severity_rank = 2), 0), coalesce(sum(step) filter (where severity_rank = 1), 0),
  coalesce(sum(step) filter (where severity_rank = 0), 0), sum(step * risk)
from steps where day >= (now() at time zone 'UTC')::date - 90
group by org_id, service_id, day;

alter table daily_change add foreign key (org_id, service_id) references service (org_id, id) on delete cascade;
alter table service force row level security;
alter table service_version force row level security;
alter table version_finding force row level security;
alter table analysis force row level security;
alter table daily_change force row level security;
create index daily_change_by_day on daily_change (org_id, day)
  include (service_id, critical, high, medium, low, unknown, none, risk);
analyze daily_change;
-- Packages to upgrade next, and the services that have them.
create index newest_finding_fixable on newest_finding (org_id, package_name, service_id)
  where has_fix and relevance <> 'not_relevant';
