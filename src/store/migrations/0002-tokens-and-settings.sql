-- Integration tokens and settings of an organization. The secret of a token is in no table.

create table token (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  public_id text not null,
  name text not null,
  scopes text[] not null,
  -- null: every service of the organization.
  service_ids uuid[],
  created_at timestamptz(3) not null,
  created_by text not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (org_id, id)
);
create index token_by_age on token (org_id, created_at desc, id desc);

create table setting (
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  value jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, name)
);

alter table token enable row level security;
alter table token force row level security;
create policy tenant on token using (org_id = current_setting('assay.org_id')::uuid);
alter table setting enable row level security;
alter table setting force row level security;
create policy tenant on setting using (org_id = current_setting('assay.org_id')::uuid);
