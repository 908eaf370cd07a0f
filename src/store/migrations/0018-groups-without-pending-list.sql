-- Findings look up the records of thousands of groups, each by itself. With a list of pending changes every one of these
-- searches reads the whole list, right after an import for minutes.
alter index advisory_record_of_group set (fastupdate = off);
select gin_clean_pending_list('advisory_record_of_group'::regclass);
