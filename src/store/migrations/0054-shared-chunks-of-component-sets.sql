-- The builds of a service contain nearly the same components, but each had a row per component. Sets now consist of chunks that
-- are stored once per content. A set from before is one chunk with its own hash.
alter table component_set rename to component_chunk;
alter index component_set_pkey rename to component_chunk_pkey;
alter index component_set_of_component rename to component_chunk_of_component;

create table component_set_chunk (
  org_id uuid not null,
  set_sha256 bytea not null,
  -- Position of the first member of the chunk in the set.
  start integer not null,
  chunk_sha256 bytea not null,
  primary key (org_id, set_sha256, start)
);
-- See 0046.
alter table component_set_chunk alter column org_id set statistics 0;
create index component_set_chunk_of_chunk on component_set_chunk (org_id, chunk_sha256);
alter table component_set_chunk enable row level security;
create policy tenant on component_set_chunk using (org_id = current_setting('assay.org_id')::uuid);

-- All organizations at once: the owner of the tables can read them only while row-level security is not forced.
alter table component_chunk no force row level security;
insert into component_set_chunk (org_id, set_sha256, start, chunk_sha256)
select org_id, sha256, 0, sha256 from component_chunk where position = 0 on conflict do nothing;
alter table component_chunk force row level security;
alter table component_set_chunk force row level security;

-- The members of sets. Owners are positions too; in a chunk they count from its start.
create view component_set with (security_invoker = true) as
select s.org_id, s.set_sha256 as sha256, s.start, s.start + m.position as position, m.component_id, m.scope, m.direct, m.type, m.purl,
  (select array_agg(s.start + o.position order by o.n) from unnest(m.owners) with ordinality o(position, n)) as owners, m.ownership,
  m.platform, m.in_graph
from component_set_chunk s join component_chunk m on m.org_id = s.org_id and m.sha256 = s.chunk_sha256;
