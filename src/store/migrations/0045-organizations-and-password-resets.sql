-- Organizations that are being deleted, and links to choose a new password.

-- Set before the rows are deleted: from then on the organization is invisible, and its deletion resumes after a crash.
alter table organization add column deleted_at timestamptz(3);

-- Directory: the code of a link becomes an account. Only its SHA-256 is kept.
create table password_reset (
  code_sha256 bytea primary key,
  person_id uuid not null references person (id) on delete cascade,
  -- The organization whose administrator created the link; null for a link that was mailed to the person.
  org_id uuid references organization (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index password_reset_by_person on password_reset (person_id);
create index password_reset_by_org on password_reset (org_id);
