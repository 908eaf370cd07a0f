-- Each key, memo and match was checked against its component row by row, which also locks and writes the row of the component: a
-- third of what a new component cost the database. A lock on all components of the organization protects them instead
-- (lockComponentsShared), as it does for members of sets.
-- Components themselves are written together with a record of their document or their set, which refers to the organization.
alter table component drop constraint if exists component_org_id_fkey;
alter table component_key drop constraint if exists component_key_org_id_component_id_fkey;
alter table component_memo drop constraint if exists component_memo_org_id_component_id_fkey;
alter table component_match drop constraint if exists component_match_org_id_component_id_fkey;

-- Most components are matched once, and no later data changes their matches.
drop index component_memo_changed;
create index component_memo_changed on component_memo (org_id, changed_snapshot) where changed_snapshot > 0;

-- The statistics of these columns were computed again and again during a large upload, and no plan depends on them.
set local citus.enable_ddl_propagation = off;
alter table component alter column package set statistics 0, alter column purl set statistics 0;
alter table component_match alter column match set statistics 0;
alter table finding_detail alter column detail set statistics 0;
set local citus.enable_ddl_propagation = on;
