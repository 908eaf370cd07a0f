-- Autovacuum analyzes these tables again and again while a first import fills them, which took 40 % of the time of the database:
-- it sorted long texts and computed the words of 30,000 titles. No plan depends on the statistics of these columns.
-- Citus refuses to pass this on to its workers, whose copies are small enough without it.
set local citus.enable_ddl_propagation = off;
alter table advisory_record
  alter column published set statistics 0, alter column title set statistics 0, alter column details set statistics 0,
  alter column cvss set statistics 0, alter column cwes set statistics 0, alter column "references" set statistics 0,
  alter column related set statistics 0, alter column mentions set statistics 0, alter column raw set statistics 0,
  alter column projection_sha256 set statistics 0, alter column severity_sha256 set statistics 0;
alter index advisory_record_by_words alter column 1 set statistics 0;
alter table affected_entry alter column entry set statistics 0, alter column listed set statistics 0;
set local citus.enable_ddl_propagation = on;
-- Plans are the same for a table that is half as large.
alter table advisory_record set (autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_insert_scale_factor = 0.5);
alter table affected_entry set (autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_insert_scale_factor = 0.5);
alter table package_key set (autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_insert_scale_factor = 0.5);
alter table alias set (autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_insert_scale_factor = 0.5);

-- The merge analyzes staged rows itself, and only the columns that it joins.
alter table staged_record set (autovacuum_enabled = false);
alter table staged_entry set (autovacuum_enabled = false);
alter table staged_package_source set (autovacuum_enabled = false);

-- The merge writes records and their entries together. Checking each row with a query of its own doubled the time of an insert.
alter table affected_entry drop constraint if exists affected_entry_source_directory_record_id_fkey;
alter table advisory_record drop constraint if exists advisory_record_source_fkey;
