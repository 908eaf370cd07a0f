-- An organization that came after the statistics were made would be taken for one with a single row in each table, and any index
-- that begins with the organization for as good as the right one: then every row of a large first document is compared with every
-- other. Without statistics of the column each organization is taken for one of 200, whatever the statistics have seen.
alter table component alter column org_id set statistics 0;
alter table component_key alter column org_id set statistics 0;
alter table component_match alter column org_id set statistics 0;
alter table component_memo alter column org_id set statistics 0;
alter table component_set alter column org_id set statistics 0;

-- What was gathered before stays where the server cannot forget it (before PostgreSQL 18).
do $$
declare
  name text;
begin
  if to_regproc('pg_catalog.pg_clear_attribute_stats') is null then return; end if;
  foreach name in array array['component', 'component_key', 'component_match', 'component_memo', 'component_set'] loop
    perform pg_catalog.pg_clear_attribute_stats(current_schema()::text, name, 'org_id', false);
  end loop;
end $$;
