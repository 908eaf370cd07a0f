-- Questions of earlier prompts are not asked any more, so their answers are never found again: an advisory is read once for all
-- services, and code compares it with the security profiles. All organizations at once, see 0059.
alter table model_answer no force row level security;
delete from model_answer;
alter table model_answer force row level security;
alter table model_answer drop constraint model_answer_purpose_check;
alter table model_answer add constraint model_answer_purpose_check check (purpose in ('facts', 'second'));

-- The model misread the canary advisory of the same batch: the answer may only suggest.
alter table model_answer add column doubtful boolean not null default false;

-- `profile` stays for calls of the past.
alter table ai_call drop constraint ai_call_purpose_check;
alter table ai_call add constraint ai_call_purpose_check check (purpose in ('facts', 'profile', 'second', 'canary', 'test'));
