-- Services, their versions, and the one namespace that version names and aliases share.

create table service (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  -- Kept by whoever adds or removes a version: counting 100,000 of them for every page would cost more than the page.
  version_count integer not null default 0,
  -- Removed for everybody at once; the rows below it go in the background.
  deleted_at timestamptz(3),
  primary key (org_id, id)
);
create unique index service_name on service (org_id, name) where deleted_at is null;
create index service_by_age on service (org_id, created_at desc, id desc) where deleted_at is null;
create index service_deleted on service (org_id, id) where deleted_at is not null;

create table service_version (
  org_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  tags text[] not null default '{}',
  git_branch text,
  git_commit_sha text,
  git_origin text,
  -- Every change of what the version holds takes the next generation; analyzed_generation follows it.
  generation integer not null default 0,
  analyzed_generation integer not null default 0,
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, service_id) references service (org_id, id)
);
create index service_version_by_age on service_version (org_id, service_id, created_at desc, id desc) where deleted_at is null;
create index service_version_of_service on service_version (org_id, service_id);
create index service_version_deleted on service_version (org_id, id) where deleted_at is not null;
-- What the repair sweep looks for.
create index service_version_behind on service_version (org_id, id) where analyzed_generation < generation and deleted_at is null;

create table version_name (
  org_id uuid not null,
  service_id uuid not null,
  name text not null,
  version_id uuid not null,
  kind text not null check (kind in ('name', 'alias')),
  created_at timestamptz(3) not null,
  primary key (org_id, service_id, name),
  foreign key (org_id, service_id) references service (org_id, id),
  -- Deferred: the name is taken first, so that racing creators meet on it before any version exists.
  foreign key (org_id, version_id) references service_version (org_id, id) deferrable initially deferred
);
create index version_name_of_version on version_name (org_id, version_id);

alter table service enable row level security;
alter table service force row level security;
create policy tenant on service using (org_id = current_setting('assay.org_id')::uuid);
alter table service_version enable row level security;
alter table service_version force row level security;
create policy tenant on service_version using (org_id = current_setting('assay.org_id')::uuid);
alter table version_name enable row level security;
alter table version_name force row level security;
create policy tenant on version_name using (org_id = current_setting('assay.org_id')::uuid);
