-- Counts by component and by package are read from indexes alone, and their fixes in the order of severity.
drop index newest_finding_of_component;
create index newest_finding_of_component on newest_finding (org_id, component_id, severity_rank desc, finding_id desc)
  include (service_id, group_id, relevance, has_fix, kev, first_seen_at);
drop index newest_finding_fixable;
create index newest_finding_fixable on newest_finding (org_id, package_name, severity_rank desc, finding_id desc, component_id desc)
  include (service_id, group_id, relevance, has_fix, band, kev, first_seen_at)
  where has_fix and relevance <> 'not_relevant';
