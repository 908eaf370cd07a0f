-- What to do about the findings of a version, kept until it is published again, and what the next version made of it.

-- One of a version: what is asked for with wishes of one's own is made when it is asked for.
create table remediation_plan (
  org_id uuid not null,
  version_id uuid not null,
  -- That published the findings that it speaks of, and the advisory data that this one used.
  analysis_id uuid not null,
  snapshot bigint not null,
  at timestamptz(3) not null,
  -- Of the packed form: another Assay may write another one, and nobody reads what he does not know.
  form smallint not null,
  -- Of all that it was made from: equal for two versions that need the same.
  input_sha256 bytea not null,
  -- Of what it says to people, and of every byte of it: who tells of a change and who writes it ask differently.
  says_sha256 bytea not null,
  packed_sha256 bytea not null,
  -- zstd of JSON: shown as a whole, never searched.
  packed bytea not null,
  primary key (org_id, version_id),
  foreign key (org_id, version_id) references service_version (org_id, id) on delete cascade
);

-- A version judges what was recommended for the one before it, in the form that it had then.
create table remediation_check (
  org_id uuid not null,
  version_id uuid not null,
  previous_id uuid not null,
  -- Of the version that judges.
  analysis_id uuid not null,
  at timestamptz(3) not null,
  form smallint not null,
  says_sha256 bytea not null,
  -- zstd of JSON: the recommendations, their outcomes, and what was predicted against what was found.
  packed bytea not null,
  primary key (org_id, version_id),
  foreign key (org_id, version_id) references service_version (org_id, id) on delete cascade
);

-- Behind the generation that was analyzed: a plan is to be made. Older versions get theirs when somebody asks, or publishes them.
alter table service_version add column planned_generation integer not null default 0;
-- All organizations at once: the owner of the table is bound by its walls only while they are forced.
alter table service_version no force row level security;
update service_version set planned_generation = analyzed_generation where analyzed_generation > 0;
alter table service_version force row level security;
create index service_version_unplanned on service_version (org_id, id)
  where planned_generation < analyzed_generation and deleted_at is null and frozen_at is null;

alter table remediation_plan enable row level security;
alter table remediation_plan force row level security;
create policy tenant on remediation_plan using (org_id = current_setting('assay.org_id')::uuid);
alter table remediation_check enable row level security;
alter table remediation_check force row level security;
create policy tenant on remediation_check using (org_id = current_setting('assay.org_id')::uuid);
