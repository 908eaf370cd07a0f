-- Counts of an organization's findings, by every column that the overview and the summaries count or commonly filter by, come from
-- one index alone. Many rows share one key, which PostgreSQL stores once, so more columns hardly make it larger.

drop index version_finding_counted;
create index version_finding_counted on version_finding
  (org_id, version_id, relevance, severity_rank, band, kev, has_fix, direct) where known_to is null;
