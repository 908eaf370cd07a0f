-- Packages of the system that have brought a component of a document: what a distribution has patched, it answers for. Documents
-- that were read before are read again.

-- Positions in the same set; both null where it came on its own.
alter table component_set add column owners integer[];
alter table component_set add column ownership text check (ownership in ('certain', 'probable'));
alter table component_set add check ((owners is null) = (ownership is null));
