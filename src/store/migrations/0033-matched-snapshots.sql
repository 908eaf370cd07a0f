-- What new data costs a version depends on what has changed, and not on how much the version holds.

-- Every component that was matched before has an answer that is no older than this, by this engine.
alter table organization add column matched_snapshot bigint not null default 0;
alter table organization add column matched_engine text;

-- The few that the matcher could not assess.
create index component_memo_unassessed on component_memo (org_id, component_id) where unassessed is not null;
-- The versions of a package that an organization has.
create index component_of_package on component (org_id, unversioned);
