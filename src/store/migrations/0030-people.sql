-- People who sign in: sessions, invitations, what they prefer and the filters they keep.

-- Failures are counted until the next sign-in, whose audit entry tells how many there were.
alter table person
  add column name text not null default '',
  add column preferences jsonb not null default '{}',
  add column failed_sign_ins integer not null default 0;

alter table membership
  add column last_seen_at timestamptz(3),
  -- When the portal last said that its reader has seen what is new.
  add column last_visit_at timestamptz(3);

-- Directory: the cookie is all that is known of a request. Only the SHA-256 of its secret is kept.
create table session (
  id uuid primary key,
  secret_sha256 bytea not null,
  person_id uuid not null,
  -- The one organization that the session speaks for; it can be switched.
  org_id uuid not null references organization (id) on delete cascade,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  -- Moves on with use, never beyond the end.
  expires_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  user_agent text not null,
  address text not null,
  foreign key (person_id) references person (id) on delete cascade
);
create unique index session_by_secret on session (secret_sha256);
create index session_by_person on session (person_id, created_at desc);
create index session_by_org on session (org_id);

-- Directory: the code of a link becomes an organization. Only its SHA-256 is kept.
create table invitation_directory (
  code_sha256 bytea primary key,
  org_id uuid not null references organization (id) on delete cascade,
  invitation_id uuid not null
);
create index invitation_directory_by_org on invitation_directory (org_id, invitation_id);

create table invitation (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz(3) not null,
  created_by text not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (org_id, id)
);

-- In the order in which the person keeps them; replaced as a whole.
create table saved_filter (
  org_id uuid not null references organization (id) on delete cascade,
  person_id uuid not null,
  n integer not null,
  name text not null,
  query text not null,
  primary key (org_id, person_id, n),
  foreign key (person_id, org_id) references membership (person_id, org_id) on delete cascade
);

alter table invitation enable row level security;
alter table invitation force row level security;
create policy tenant on invitation using (org_id = current_setting('assay.org_id')::uuid);
alter table saved_filter enable row level security;
alter table saved_filter force row level security;
create policy tenant on saved_filter using (org_id = current_setting('assay.org_id')::uuid);
