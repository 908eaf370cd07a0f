-- Tables, columns and stored values get the names that code and documents use. A rename changes only the catalog: indexes, checks,
-- foreign keys and policies follow it.

-- Documents that the previous version had and that were not uploaded for this one, and the findings in them.
alter table analysis rename column not_seen to not_uploaded;
alter table analysis rename column not_seen_findings to not_uploaded_findings;
-- When the first reason that decides the relevance expires; null: never.
alter table version_finding rename column stands_until to relevance_expires_at;
alter index version_finding_running_out rename to version_finding_expiring;
-- The snapshot that organizations were last notified about, and since when the data was stale at the last notice of that.
alter table advisory_clock rename column told_snapshot to announced_snapshot;
alter table advisory_clock rename column stale_told to announced_stale_since;
-- Whether matching uses this copy of the record for the package.
alter table affected_entry rename column speaks to active;
-- The name of the model in the response of the provider.
alter table model_answer rename column told_model to reported_model;
-- Hash of the content that people read.
alter table remediation_plan rename column says_sha256 to content_sha256;
alter table remediation_check rename column says_sha256 to content_sha256;
-- Version of the packed format; rows of another one count as absent.
alter table remediation_plan rename column form to format_version;
alter table remediation_check rename column form to format_version;
alter index vex_document_standing rename to vex_document_active;

alter table model_reading rename to ai_assessment;
alter table ai_assessment rename column read_at to assessed_at;
alter table awaited_reading rename to pending_assessment;
alter index awaited_reading_due rename to pending_assessment_due;
-- The facts that a decision is based on: it is reported for reconfirmation when one of them changes.
alter table decision rename column premises to conditions;

-- Constraints keep names that are made of the old ones. PostgreSQL 18 and newer also name those for `not null`.
do $$
declare
  old_new text[];
  constraint_row record;
begin
  foreach old_new slice 1 in array array[['model_reading_', 'ai_assessment_'], ['awaited_reading_', 'pending_assessment_'],
    ['_read_at_', '_assessed_at_'], ['_told_snapshot_', '_announced_snapshot_'], ['_speaks_', '_active_'],
    ['_told_model_', '_reported_model_'], ['_says_sha256_', '_content_sha256_'], ['_form_', '_format_version_'],
    ['_premises_', '_conditions_']]
  loop
    for constraint_row in
      select conrelid::regclass as owner, conname from pg_constraint
      where connamespace = current_schema()::regnamespace and conrelid <> 0 and position(old_new[1] in conname) > 0
    loop
      execute format('alter table %s rename constraint %I to %I', constraint_row.owner, constraint_row.conname,
        replace(constraint_row.conname, old_new[1], old_new[2]));
    end loop;
  end loop;
end $$;

-- A decision that only reverts another one.
alter table decision drop constraint decision_action_check;
drop index decision_standing;
-- All organizations at once: the owner of the tables is bound by row-level security only while it is forced.
alter table decision no force row level security;
alter table audit_entry no force row level security;
update decision set action = 'reverted' where action = 'taken_back';
update audit_entry set action = 'decision.reverted' where action = 'decision.taken_back';
alter table decision force row level security;
alter table audit_entry force row level security;
alter table decision add constraint decision_action_check check (action in ('confirm', 'in_triage', 'not_affected', 'false_positive',
  'accept_risk', 'patched', 'accept_suggestion', 'reject_suggestion', 'reverted'));
create index decision_active on decision (org_id, package, service_id) where superseded_by is null and action <> 'reverted';
