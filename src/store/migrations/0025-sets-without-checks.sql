-- A member of a set was checked against its component row by row, which locks and writes that row: more than half of what it
-- cost to keep a build of which nearly everything was known. What the check was for is held by a lock instead: whoever adds
-- members keeps components from being removed meanwhile (holdComponents), and only what no set holds is removed.
alter table component_set drop constraint component_set_org_id_component_id_fkey;
