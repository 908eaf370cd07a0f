-- Directory tables: what is looked up before the organization is known. They hold no tenant data and have no row-level security.

-- One row once the first start has made the first organization: racing starters meet on its key.
create table installation (
  singleton boolean primary key default true check (singleton),
  created_at timestamptz(3) not null
);

create table organization (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null
);

create table person (
  id uuid primary key,
  email text not null unique,
  password_hash text not null,
  created_at timestamptz(3) not null
);

create table membership (
  person_id uuid not null references person (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz(3) not null,
  primary key (person_id, org_id)
);
create index membership_by_org on membership (org_id);

-- A bearer token becomes an organization by one indexed read; only the SHA-256 of the whole token is kept.
create table token_directory (
  public_id text primary key,
  token_sha256 bytea not null,
  org_id uuid not null references organization (id) on delete cascade,
  token_id uuid not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index token_directory_by_org on token_directory (org_id);
