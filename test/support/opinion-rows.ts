/** Inserts one row into every table of opinions, AI calls and plan results, for tests that only need a row to exist. */
import type { OrgTx } from '../../src/store/database.ts';
import { newId } from '../../src/store/new-id.ts';
import type { TenantFixture } from './tenant-fixture.ts';

type Where = Pick<TenantFixture, 'serviceId' | 'versionId' | 'findingId'>;

export async function insertOpinionRows(
  { client, orgId }: OrgTx,
  { serviceId, versionId, findingId }: Where,
): Promise<void> {
  const [documentId, profileId] = [newId(), newId()];
  const ask = async (text: string, ...values: unknown[]): Promise<void> => {
    await client.query(text, [orgId, ...values]);
  };
  await ask(
    `insert into decision (org_id, id, finding_id, service_id, version_id, package, ids, scope, action, state, effect, conditions,
       created_at, actor_kind, actor_id, actor_name)
     values ($1, $2, $3, $4, $5, 'npm/lodash', '{CVE-1}', 'version', 'confirm', 'exploitable', 'confirm', '{}', now(), 'system', '', '')`,
    newId(),
    findingId,
    serviceId,
    versionId,
  );
  await ask(
    `insert into finding_work (org_id, fingerprint, service_id, due_on, updated_at)
     values ($1, '\\x00', $2, '2030-01-31', now())`,
    serviceId,
  );
  await ask(
    `insert into finding_comment (org_id, id, fingerprint, service_id, text, created_at, actor_kind, actor_id, actor_name)
     values ($1, $2, '\\x00', $3, '', now(), 'system', '', '')`,
    newId(),
    serviceId,
  );
  const ofBlob = `from blob where org_id = $1 limit 1 on conflict do nothing`;
  await ask(
    `insert into vex_document (org_id, id, service_id, version_id, format, author, issued_at, sha256, size_bytes, statement_count,
       created_at, created_by)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, 'openvex', 'Acme', now(), sha256, 1, 1, now(), '' ${ofBlob}`,
    documentId,
    serviceId,
    versionId,
  );
  await ask(
    `insert into vex_statement (org_id, document_id, n, ids, statement) values ($1, $2, 0, '{CVE-1}', '{}')`,
    documentId,
  );
  await ask(`insert into vex_statement_id (org_id, id, document_id, n) values ($1, 'CVE-1', $2, 0)`, documentId);
  await ask(
    `insert into profile (org_id, id, service_id, name, version, created_at) values ($1, $2, $3, 'row', 1, now())`,
    profileId,
    serviceId,
  );
  await ask(
    `insert into profile_version (org_id, profile_id, version, sha256, applies_to, fields, created_at, created_by)
     values ($1, $2, 1, '\\x00', '{}', '{}', now(), '')`,
    profileId,
  );
  await ask(
    `insert into remediation_check (org_id, version_id, previous_id, analysis_id, at, format_version, content_sha256, packed)
     values ($1, $2, $2, $2, now(), 0, '\\x00', '\\x00')`,
    versionId,
  );
  await ask(
    `insert into profile_document (org_id, service_id, sha256, kind, size_bytes, created_at, created_by)
     select $1::uuid, $2::uuid, sha256, 'seccomp', 1, now(), '' ${ofBlob}`,
    serviceId,
  );
  await ask(
    `insert into reachability_document (org_id, id, service_id, version_id, kind, tool, sha256, size_bytes, statements, created_at,
       created_by)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, 'govulncheck', '', sha256, 1, '[]', now(), '' ${ofBlob}`,
    documentId,
    serviceId,
    versionId,
  );
  await ask(
    `insert into version_question (org_id, version_id, question_id, service_id, kind, subject, weight, dismisses, lowers, findings,
       majors, outdated)
     values ($1, $2, $3, $4, 'program', 'Git', 1, 1, 0, '[]', '{}', false)`,
    versionId,
    documentId,
    serviceId,
  );
  await ask(
    `insert into question_answer (org_id, service_id, question_id, kind, subject, answer, majors, expires_at, created_at, created_by)
     values ($1, $2, $3, 'program', 'Git', 'unknown', '{}', now() + interval '1 day', now(), '')`,
    serviceId,
    documentId,
  );
  await ask(
    `insert into model_answer (org_id, question_sha256, model, prompt_version, purpose, outcome, reported_model, answered_at)
     values ($1, '\\x00', 'm', '1', 'facts', 'abstained', 'm', now())`,
  );
  await ask(
    `insert into ai_assessment (org_id, service_id, package, component_version, group_id, questions, assessed_at)
     values ($1, $2, 'npm/lodash', '', 'CVE-1', '{}', now())`,
    serviceId,
  );
  await ask(
    `insert into opinion_clock (org_id, subject_id, changes) values ($1, $2, 1) on conflict do nothing`,
    serviceId,
  );
  // The test of a model may have added it, and the day.
  await ask(`insert into ai_budget (org_id) values ($1) on conflict do nothing`);
  await ask(
    `insert into ai_reservation (org_id, id, at, purpose, host, model, prompt_version, question_sha256, tokens_in, tokens_out,
       price_in, price_out, cost, leased_until)
     values ($1, $2, now(), 'facts', 'model.example', 'm', '1', '\\x00', 1, 1, 1, 1, 1, now() + interval '1 day')`,
    newId(),
  );
  // An analysis that has just ended may have added it.
  await ask(
    `insert into pending_assessment (org_id, version_id, analysis_id) values ($1, $2, $2) on conflict do nothing`,
    versionId,
  );
  await ask(`insert into ai_day (org_id, day) values ($1, current_date) on conflict do nothing`);
  await ask(
    `insert into ai_call (org_id, id, at, purpose, host, model, prompt_version, question_sha256, tokens_in, tokens_out, estimated,
       price_in, price_out, cost, latency_ms, attempts, outcome)
     values ($1, $2, now(), 'test', 'model.example', 'm', '1', '\\x00', 1, 1, false, 1, 1, 1, 1, 1, 'failed')`,
    newId(),
  );
}
