-- Advisory data: reference tables, the same for every organization.

create table advisory_source (
  name text primary key,
  url text not null,
  state text not null check (state in ('never', 'syncing', 'ready', 'failed')),
  records integer not null default 0,
  newest_record_at timestamptz(3),
  last_good_at timestamptz(3),
  last_error text,
  -- Who imports; two importers of one source exclude each other by it.
  lease_until timestamptz(3)
);

-- Numbered states of the data: an answer names the one it used. The one row of advisory_clock, made with the first number, is
-- locked to take the next one until the transaction ends, so that numbers become visible in order.
create table advisory_clock (
  singleton boolean primary key default true check (singleton),
  snapshot bigint not null
);

create table advisory_snapshot (
  number bigint primary key,
  source text not null references advisory_source (name),
  records integer not null,
  applied_at timestamptz(3) not null
);
create index advisory_snapshot_of_source on advisory_snapshot (source);

create table advisory_record (
  source text not null references advisory_source (name),
  directory text not null,
  id text not null,
  modified timestamptz(3) not null,
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
  -- The alias groups under which its matches are filed: its own, or those of the vulnerabilities that it bundles.
  group_ids text[] not null,
  -- What matching reads, hashed: an edit of the text alone changes nothing for anybody.
  projection_sha256 bytea not null,
  raw bytea not null,
  snapshot bigint not null,
  primary key (source, directory, id)
);
create index advisory_record_by_id on advisory_record (id);
create index advisory_record_of_group on advisory_record using gin (group_ids);

create table affected_entry (
  source text not null,
  directory text not null,
  record_id text not null,
  -- Position in the record: one package may be named several times.
  n integer not null,
  package_key text not null,
  entry jsonb not null,
  primary key (source, directory, record_id, n),
  foreign key (source, directory, record_id) references advisory_record (source, directory, id) on delete cascade
);
create index affected_entry_by_key on affected_entry (package_key);

-- Keys exist only for names that an advisory mentions; the revision is the snapshot that last touched them.
create table package_key (
  key text primary key,
  revision bigint not null
);
create index package_key_by_revision on package_key (revision);

-- Every id of a vulnerability, and the group that it belongs to.
create table alias (
  id text primary key,
  group_id text not null,
  canonical_id text not null
);
create index alias_of_group on alias (group_id);
