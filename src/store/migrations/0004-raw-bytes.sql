-- Raw documents, compressed and cut into pieces of 1 MiB. Not shared across organizations: that would tell one what another has.

create table blob (
  org_id uuid not null references organization (id) on delete cascade,
  sha256 bytea not null,
  size_bytes bigint not null,
  stored_bytes bigint not null,
  encoding text not null check (encoding in ('zstd')),
  created_at timestamptz(3) not null,
  primary key (org_id, sha256)
);

create table blob_chunk (
  org_id uuid not null,
  sha256 bytea not null,
  n integer not null,
  bytes bytea not null,
  primary key (org_id, sha256, n),
  foreign key (org_id, sha256) references blob (org_id, sha256) on delete cascade
);
-- Already compressed: PostgreSQL should not try again.
alter table blob_chunk alter column bytes set storage external;

alter table blob enable row level security;
alter table blob force row level security;
create policy tenant on blob using (org_id = current_setting('assay.org_id')::uuid);
alter table blob_chunk enable row level security;
alter table blob_chunk force row level security;
create policy tenant on blob_chunk using (org_id = current_setting('assay.org_id')::uuid);
