-- Lists about one vulnerability or one component, and the last row of a finding, are found by indexes, however many versions have it.

drop index version_finding_of_group;
create index version_finding_of_group on version_finding (org_id, group_id, finding_id, package_name, version_id)
  include (relevance, first_seen_at) where known_to is null;
drop index version_finding_of_finding;
create index version_finding_of_finding on version_finding (org_id, finding_id, known_from desc);
drop index version_finding_by_risk;
create index version_finding_by_risk on version_finding (org_id, version_id, risk desc, finding_id desc, component_id desc)
  include (id, relevance, severity_rank, has_fix, kev, epss, direct, known_from, group_id) where known_to is null;
drop index version_finding_current;
create unique index version_finding_current on version_finding (org_id, version_id, group_id, component_id)
  include (relevance, severity_rank, band, kev, has_fix, direct, package_name, first_seen_at) where known_to is null;
create index sbom_in_use on sbom (org_id, set_sha256, version_id) where superseded_by is null and deleted_at is null;
create index service_version_newest on service_version (org_id, created_at desc, id desc) where deleted_at is null;
