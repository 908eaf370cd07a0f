-- What models were asked, what they answered, and what it has cost. Settings are in `setting`; the key is sealed there.

-- Nothing of the service is sent to a model.
alter table service add column ai_opt_out boolean not null default false;

-- A publication that follows from what a model has read.
alter table analysis drop constraint analysis_trigger_check;
alter table analysis add constraint analysis_trigger_check
  check (trigger in ('upload', 'advisories', 'profile', 'decision', 'manual', 'engine', 'deletion', 'ai'));

-- Found by its question and by nothing else: who asks something else has no answer yet. The newest counts.
create table model_answer (
  org_id uuid not null references organization (id) on delete cascade,
  -- Of the question without what is made up for one request.
  question_sha256 bytea not null,
  -- As the settings call it.
  model text not null,
  prompt_version text not null,
  purpose text not null check (purpose in ('facts', 'profile', 'second')),
  outcome text not null check (outcome in ('answered', 'abstained')),
  -- Why it abstained.
  reason text,
  -- What was answered, and the ids of the request that was; null where it abstained.
  value jsonb,
  ids jsonb,
  -- As the provider calls it.
  told_model text not null,
  answered_at timestamptz(3) not null,
  primary key (org_id, question_sha256, model, prompt_version)
);

-- Which questions were asked about a finding of a service, so that a publication looks for few answers, and only where there are any.
create table model_reading (
  org_id uuid not null,
  service_id uuid not null,
  -- Ecosystem and name, as in `finding`; the version is empty where none is known.
  package text not null,
  component_version text not null,
  group_id text not null,
  questions bytea[] not null,
  read_at timestamptz(3) not null,
  primary key (org_id, service_id, package, component_version, group_id),
  foreign key (org_id, service_id) references service (org_id, id) on delete cascade
);

-- One row for each organization that has ever asked: whoever reserves holds it.
create table ai_budget (
  org_id uuid not null references organization (id) on delete cascade,
  primary key (org_id)
);

-- What is set aside for a call that is under way. A process that died gives it back by the end of the lease.
create table ai_reservation (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  tokens bigint not null,
  cost numeric(16, 6) not null,
  leased_until timestamptz(3) not null,
  primary key (org_id, id)
);

-- What a day, UTC, has cost.
create table ai_day (
  org_id uuid not null references organization (id) on delete cascade,
  day date not null,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  cost numeric(16, 6) not null default 0,
  answered integer not null default 0,
  abstained integer not null default 0,
  failed integer not null default 0,
  -- Answers that were there already.
  cache_hits integer not null default 0,
  primary key (org_id, day)
);

-- Every call. Without foreign keys: it is a record of what has left the house, whatever has become of the service since.
create table ai_call (
  org_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  at timestamptz(3) not null,
  purpose text not null check (purpose in ('facts', 'profile', 'second', 'test')),
  service_id uuid,
  finding_id uuid,
  host text not null,
  model text not null,
  fingerprint text,
  prompt_version text not null,
  question_sha256 bytea not null,
  request_sha256 bytea,
  response_sha256 bytea,
  tokens_in bigint not null,
  tokens_out bigint not null,
  -- The provider did not say.
  estimated boolean not null,
  price_in numeric(16, 6) not null,
  price_out numeric(16, 6) not null,
  cost numeric(16, 6) not null,
  latency_ms integer not null,
  http_status integer,
  attempts integer not null,
  outcome text not null check (outcome in ('answered', 'abstained', 'failed')),
  reason text,
  -- Only where the organization wants them, and not for long.
  request_body text,
  response_body text,
  primary key (org_id, id)
);
create index ai_call_with_bodies on ai_call (org_id, at) where request_body is not null;

alter table model_answer enable row level security;
alter table model_answer force row level security;
create policy tenant on model_answer using (org_id = current_setting('assay.org_id')::uuid);
alter table model_reading enable row level security;
alter table model_reading force row level security;
create policy tenant on model_reading using (org_id = current_setting('assay.org_id')::uuid);
alter table ai_budget enable row level security;
alter table ai_budget force row level security;
create policy tenant on ai_budget using (org_id = current_setting('assay.org_id')::uuid);
alter table ai_reservation enable row level security;
alter table ai_reservation force row level security;
create policy tenant on ai_reservation using (org_id = current_setting('assay.org_id')::uuid);
alter table ai_day enable row level security;
alter table ai_day force row level security;
create policy tenant on ai_day using (org_id = current_setting('assay.org_id')::uuid);
alter table ai_call enable row level security;
alter table ai_call force row level security;
create policy tenant on ai_call using (org_id = current_setting('assay.org_id')::uuid);
