-- What each organization uses of its quotas. Counting large tables for every upload would cost more than the upload, so the
-- transactions that change them add their differences here; a daily job corrects the row if it ever differs from the tables.

create table organization_usage (
  org_id uuid primary key references organization (id) on delete cascade,
  services bigint not null default 0,
  versions bigint not null default 0,
  -- Neither deleted nor emptied by retention.
  sboms bigint not null default 0,
  -- Of all blobs, compressed.
  stored_bytes bigint not null default 0,
  -- Current rows of version_finding.
  findings bigint not null default 0,
  -- Quotas of this organization that differ from those of the installation, by name. 0: unlimited.
  quotas jsonb not null default '{}',
  -- Quotas for which the warning was sent; a name leaves the list when its use falls below the threshold.
  warned text[] not null default '{}'
) with (fillfactor = 50);

-- All organizations at once: the owner of the tables is bound by row-level security only while it is forced.
alter table service no force row level security;
alter table service_version no force row level security;
alter table sbom no force row level security;
alter table blob no force row level security;
alter table version_finding no force row level security;
insert into organization_usage (org_id, services, versions, sboms, stored_bytes, findings)
select o.id,
  (select count(*) from service s where s.org_id = o.id and s.deleted_at is null),
  (select count(*) from service_version v where v.org_id = o.id and v.deleted_at is null),
  (select count(*) from sbom b where b.org_id = o.id and b.deleted_at is null and b.raw_removed_at is null),
  (select coalesce(sum(b.stored_bytes), 0) from blob b where b.org_id = o.id),
  (select count(*) from version_finding f where f.org_id = o.id and f.known_to is null)
from organization o;
alter table service force row level security;
alter table service_version force row level security;
alter table sbom force row level security;
alter table blob force row level security;
alter table version_finding force row level security;

alter table organization_usage enable row level security;
alter table organization_usage force row level security;
create policy tenant on organization_usage using (org_id = current_setting('assay.org_id')::uuid);
