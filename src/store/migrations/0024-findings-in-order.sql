-- Each order of a list of findings is an index that ends in the identity of the row, not in its id: what is published again keeps
-- its place, so that whoever follows a cursor neither misses it nor sees it twice. Within a key the directions are those that one
-- comparison of rows can follow.

drop index version_finding_by_risk;
drop index version_finding_by_severity;
drop index version_finding_by_package;
drop index version_finding_by_first_seen;
-- With what they include, pages of what is shown by default and of the commonest filters come from the index alone.
create index version_finding_by_risk on version_finding
  (org_id, version_id, risk desc, finding_id desc, component_id desc)
  include (id, relevance, severity_rank, has_fix, kev) where known_to is null;
create index version_finding_by_severity on version_finding
  (org_id, version_id, severity_rank desc, package_name, finding_id, component_id)
  include (id, relevance, has_fix, kev) where known_to is null;
create index version_finding_by_package on version_finding
  (org_id, version_id, package_name, severity_rank desc, finding_id desc, component_id desc)
  include (id, relevance, has_fix, kev) where known_to is null;
create index version_finding_by_first_seen on version_finding
  (org_id, version_id, first_seen_at desc, finding_id desc, component_id desc)
  include (id, relevance, severity_rank, has_fix, kev) where known_to is null;
-- Many rows share one key here, which PostgreSQL stores once: a million rows are counted from a few megabytes.
create index version_finding_counted on version_finding (org_id, version_id, relevance, severity_rank) where known_to is null;
-- The few that are known to be exploited, among all of an organization.
create index version_finding_exploited on version_finding (org_id, version_id) where known_to is null and kev;

-- Also by version: who asks for one vulnerability in all services reads only the rows that are about it.
drop index version_finding_of_group;
create index version_finding_of_group on version_finding (org_id, group_id, version_id) where known_to is null;

create index if not exists event_of_finding on event (org_id, finding_id, id) where finding_id is not null;
