-- Advisory data as people look it up, and as organizations are told of it.

-- Ids are asked for in any letter case, and by how they begin.
create index alias_by_upper_id on alias (upper(id collate "C"));
-- Of a key only the name is known to who searches: ecosystem and release stand before it.
create index package_key_by_name on package_key (lower(split_part(key, e'\x1f', 3) collate "C"));
create index advisory_record_by_words on advisory_record using gin (to_tsvector('simple'::regconfig, title));
-- Who is affected now.
create index version_finding_of_group on version_finding (org_id, group_id) where known_to is null;

-- An organization is told once of a snapshot, and once of data that is too old, however often it is tried.
create unique index event_of_snapshot on event (org_id, snapshot) where type = 'advisories.updated';
create unique index event_of_stale_data on event (org_id, (detail ->> 'since')) where type = 'advisories.stale';
-- Since when the data had not been refreshed when organizations were last told that it is too old.
alter table advisory_clock add column stale_told timestamptz(3);
