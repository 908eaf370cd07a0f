-- Answers that were cut off were stored as if the model had declined: they are deleted, and their questions are asked again.
-- All organizations at once: the owner of the tables is bound by row-level security only while it is forced.
alter table model_answer no force row level security;
delete from model_answer where outcome = 'abstained' and reason is distinct from 'refusal';
alter table model_answer force row level security;

-- Since when the assessment is wanted: publication, request, or change of settings. Unusable answers since then are not asked for again.
alter table pending_assessment add column requested_at timestamptz(3) not null default now();
create index ai_call_unusable on ai_call (org_id, at) where reason in ('invalid_output', 'truncated');

-- The reservation grows with each attempt.
alter table ai_reservation add column attempts integer not null default 1;

-- Name of the model in the settings; null for calls before it was recorded. `model` is the name that the provider reports.
alter table ai_call add column requested_model text;
