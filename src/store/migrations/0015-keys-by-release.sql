-- Keys are also looked up by what they begin with, ecosystem and release. That needs their order by bytes, whatever the order
-- of the database is: others pass over the separator. What is compared has the same order everywhere, for the indexes.
alter table affected_entry alter column package_key type text collate "C";
alter table staged_entry alter column package_key type text collate "C";
alter table package_key alter column key type text collate "C";
alter table component_key alter column package_key type text collate "C";
