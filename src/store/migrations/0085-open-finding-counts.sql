-- How many open findings the newest version of each service has. The overview of an organization adds up a row for each service
-- instead of counting every finding.
create table open_finding_count (
  org_id uuid not null,
  service_id uuid not null,
  -- Bands of priority.
  "P0" integer not null,
  "P1" integer not null,
  "P2" integer not null,
  "P3" integer not null,
  "P4" integer not null,
  critical integer not null,
  high integer not null,
  medium integer not null,
  low integer not null,
  unknown integer not null,
  none integer not null,
  exploited integer not null,
  -- Not relevant, and in none of the other columns.
  hidden integer not null,
  risk double precision not null,
  primary key (org_id, service_id)
);
alter table open_finding_count enable row level security;
create policy tenant on open_finding_count using (org_id = current_setting('assay.org_id')::uuid);

-- All organizations at once: the owner of the tables can read them only while row-level security is not forced.
alter table service no force row level security;
alter table newest_finding no force row level security;
insert into open_finding_count (org_id, service_id, "P0", "P1", "P2", "P3", "P4", critical, high, medium, low, unknown, none, exploited, hidden, risk)
select org_id, service_id,
  count(*) filter (where is_shown and band = 'P0'), count(*) filter (where is_shown and band = 'P1'),
  count(*) filter (where is_shown and band = 'P2'), count(*) filter (where is_shown and band = 'P3'),
  count(*) filter (where is_shown and band = 'P4'),
  count(*) filter (where is_shown and severity_rank = 5), count(*) filter (where is_shown and severity_rank = 4),
  count(*) filter (where is_shown and severity_rank = 3), count(*) filter (where is_shown and severity_rank = 2),
  count(*) filter (where is_shown and severity_rank = 1), count(*) filter (where is_shown and severity_rank = 0),
  count(*) filter (where is_shown and kev), count(*) filter (where not is_shown),
  coalesce(sum(risk) filter (where is_shown), 0)
from (select n.*, n.relevance <> 'not_relevant' as is_shown from newest_finding n) n
group by org_id, service_id;

alter table open_finding_count add foreign key (org_id, service_id) references service (org_id, id) on delete cascade;
alter table service force row level security;
alter table newest_finding force row level security;
alter table open_finding_count force row level security;
analyze open_finding_count;
