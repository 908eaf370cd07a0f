-- Failed analyses are retried all at once, and are few among all analyses.
create index analysis_failed on analysis (org_id, version_id) where status = 'failed';
