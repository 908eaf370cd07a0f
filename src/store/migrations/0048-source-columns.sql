-- Columns of the advisory sources get the names that the API uses. A rename changes only the catalog.
alter table advisory_source rename column last_good_at to last_success_at;
alter table advisory_directory rename column last_good_at to last_success_at;
-- Whether the record belongs to a group with more ids than are combined.
alter table advisory_record rename column polluted to too_many_aliases;
