-- Keys of a component are read from the index alone. Without the key in it, PostgreSQL preferred the primary key for an organization
-- that is not in the statistics, and read all keys of the organization for every component.
drop index component_key_of_component;
create index component_key_of_component on component_key (org_id, component_id) include (package_key);
