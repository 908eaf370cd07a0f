-- All versions that a record lists one by one, for people, where the entry has only those that matching needs. Null: it has all.
alter table staged_entry add column listed jsonb;
alter table affected_entry add column listed jsonb;
