-- For an organization that is newer than the statistics, PostgreSQL expects a single row in each table, and then any index that begins
-- with org_id looks as good as the right one: statements compared every row of a large first document with every other. Without
-- statistics of the column it expects one in 200 rows for every organization.
alter table component alter column org_id set statistics 0;
alter table component_key alter column org_id set statistics 0;
alter table component_match alter column org_id set statistics 0;
alter table component_memo alter column org_id set statistics 0;
alter table component_set alter column org_id set statistics 0;

-- Removes the statistics that exist. Only PostgreSQL 18 and newer can; older servers keep them.
do $$
declare
  name text;
begin
  if to_regproc('pg_catalog.pg_clear_attribute_stats') is null then return; end if;
  foreach name in array array['component', 'component_key', 'component_match', 'component_memo', 'component_set'] loop
    perform pg_catalog.pg_clear_attribute_stats(current_schema()::text, name, 'org_id', false);
  end loop;
end $$;
