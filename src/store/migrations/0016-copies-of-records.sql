-- One record may be in several directories of a source, with all of its packages in each. For each family one copy speaks: that
-- of its own directory, else the newest. What does not speak is kept, because it will when the other copy goes.
alter table staged_entry add column own boolean not null default true;
-- Of the family of its directory.
alter table affected_entry add column own boolean not null default true;
alter table affected_entry add column speaks boolean not null default true;
alter table affected_entry add check (speaks or not own);
drop index affected_entry_by_key;
create index affected_entry_by_key on affected_entry (package_key) where speaks;
create index affected_entry_of_others on affected_entry (source, record_id) where not own;
