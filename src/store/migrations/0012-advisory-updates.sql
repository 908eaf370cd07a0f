-- Advisory data follows its sources record by record: what was read of each directory, what a record was before, and room for
-- what is on its way in.

-- The times of a source have six digits; compared with three, every record would look changed.
alter table advisory_record alter column modified type timestamptz;
alter table advisory_record add column related text[] not null default '{}';
-- What a finding's place in a list depends on, hashed apart: such an edit is no reason to match again. Null: read before.
alter table advisory_record add column severity_sha256 bytea;
-- Absent from the last complete list; from the next one as well, and it is deleted.
alter table advisory_record add column missing_since timestamptz(3);
-- Its aliases lead to too many others to be believed, so it stands alone.
alter table advisory_record add column polluted boolean not null default false;
-- Without a list of pending changes, which every search would have to read: they are searched right after records are written.
create index advisory_record_by_alias on advisory_record using gin (aliases) with (fastupdate = off);
create index advisory_record_by_upstream on advisory_record using gin (upstream) with (fastupdate = off);
create index advisory_record_withdrawn on advisory_record (source, withdrawn) where withdrawn is not null;

-- What is going on, for people: {directory, records, recordsTotal, bytes, startedAt}.
alter table advisory_source add column progress jsonb;
-- A source that is switched off keeps its records, and is no longer waited for.
alter table advisory_source add column enabled boolean not null default true;
-- Up to when withdrawals that were announced for later have been heeded.
alter table advisory_source add column withdrawals_at timestamptz(3);

-- The snapshot that organizations were last told of; what a process that died did not tell is told by the next.
alter table advisory_clock add column told_snapshot bigint not null default 0;

create table advisory_directory (
  source text not null references advisory_source (name),
  directory text not null,
  state text not null check (state in ('ready', 'failed')),
  -- Time of the newest change that was taken over; null before the first good run.
  high_water timestamptz,
  list_etag text,
  list_last_modified text,
  records integer not null default 0,
  -- When everything was last compared, not only what is new.
  checked_at timestamptz(3),
  -- Ids that were listed and could not be had as listed; asked for again.
  pending text[] not null default '{}',
  last_good_at timestamptz(3),
  last_error text,
  primary key (source, directory)
);

-- A record as it was before the snapshot that replaced or removed it.
create table advisory_revision (
  source text not null references advisory_source (name),
  directory text not null,
  id text not null,
  snapshot bigint not null,
  change text not null check (change in ('revised', 'withdrawn', 'deleted')),
  modified timestamptz not null,
  withdrawn timestamptz(3),
  raw bytea not null,
  primary key (source, directory, id, snapshot)
);
create index advisory_revision_by_id on advisory_revision (id);

-- What a run has read and not yet taken over. Not logged: a run that ends early is worth nothing, and the next begins anew.
create unlogged table staged_record (
  run uuid not null,
  source text not null,
  directory text not null,
  id text not null,
  modified timestamptz not null,
  published timestamptz(3),
  withdrawn timestamptz(3),
  class text not null,
  severity text not null,
  title text not null,
  details text not null,
  cvss jsonb not null,
  cwes text[] not null,
  "references" text[] not null,
  aliases text[] not null,
  upstream text[] not null,
  related text[] not null,
  -- As far as the record alone knows.
  group_ids text[] not null,
  projection_sha256 bytea not null,
  severity_sha256 bytea not null,
  raw bytea not null,
  primary key (run, id)
);

create unlogged table staged_entry (
  run uuid not null,
  record_id text not null,
  n integer not null,
  package_key text not null,
  entry jsonb not null,
  primary key (run, record_id, n)
);
