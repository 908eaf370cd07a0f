-- Titles and severities now come from records about the package of a finding. Published findings still have those of any record
-- of the vulnerability: a new revision of every vulnerability that was found has the watched versions published again, once.

-- All organizations at once: the owner of the tables is bound by row-level security only while it is forced.
alter table version_finding no force row level security;
with next as (update advisory_clock set snapshot = snapshot + 1 returning snapshot)
insert into group_revision (group_id, revision)
select distinct f.group_id, n.snapshot from version_finding f cross join next n where f.known_to is null
on conflict (group_id) do update set revision = excluded.revision;
alter table version_finding force row level security;
