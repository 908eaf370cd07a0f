-- A notice about outdated sources states the time of each, so that a further outdated source is another notice.
alter table advisory_clock drop column announced_stale_since, add column announced_stale text;
drop index event_of_stale_data;
create unique index event_of_stale_data on event (org_id, (detail ->> 'sinceBySource')) where type = 'advisories.stale';
