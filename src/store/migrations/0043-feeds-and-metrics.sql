-- A record is deleted after two different complete lists, at least one feed interval apart, both lack it.

-- The content of the first list that lacked the record: the same list read again is no second list.
alter table advisory_record add column missing_list_sha256 bytea;
-- Which list set these marks is unknown, so the next complete list sets them again.
update advisory_record set missing_since = null where missing_since is not null;
alter table advisory_record add constraint advisory_record_missing_check
  check ((missing_since is null) = (missing_list_sha256 is null));
create index advisory_record_missing on advisory_record (source, directory) where missing_since is not null;

-- Records of the last read that could not be used: how many, and the first few as [{id, problem}].
alter table advisory_directory add column refused integer not null default 0;
alter table advisory_directory add column refused_records jsonb not null default '[]';

-- Failed analyses are counted for the metrics and retried all at once, and are few among all analyses.
create index analysis_failed on analysis (org_id, version_id) where status = 'failed';
