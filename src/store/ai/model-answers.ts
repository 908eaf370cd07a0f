/**
 * Cached answers of models, found by the hash of the question. For each finding, the questions that were asked about it are
 * stored as well, so that publishing an analysis looks up only a few answers.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { CallOutcome, QuestionPurpose } from '../../core/vocabulary/ai.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';

export interface QuestionKey {
  /** Hexadecimal. */
  readonly hash: string;
  readonly promptVersion: string;
}

export interface KnownAnswer {
  readonly outcome: Exclude<CallOutcome, 'failed'>;
  readonly reason: string | null;
  readonly value: unknown;
  readonly ids: Readonly<Record<string, string>>;
  readonly reportedModel: string;
  readonly at: string;
  /** The model misread the canary of the batch. */
  readonly isDoubtful: boolean;
}

interface NewAnswer extends KnownAnswer, QuestionKey {
  readonly purpose: QuestionPurpose;
  readonly model: string;
}

/** Replaces an earlier answer to the same question. */
export async function saveAnswer(tx: OrgTx, answer: NewAnswer): Promise<void> {
  const { outcome, reason, value, ids, reportedModel, at, purpose, isDoubtful } = answer;
  const row = {
    purpose,
    outcome,
    reason,
    reported_model: reportedModel,
    answered_at: at,
    value: value === undefined || value === null ? null : toJson(value),
    ids: toJson(ids),
    doubtful: isDoubtful,
  };
  await tx.db
    .insertInto('model_answer')
    .values({
      org_id: tx.orgId,
      question_sha256: Buffer.from(answer.hash, 'hex'),
      model: answer.model,
      prompt_version: answer.promptVersion,
      ...row,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'question_sha256', 'model', 'prompt_version']).doUpdateSet(row),
    )
    .execute();
}

export async function findAnswer(
  tx: OrgTx,
  model: string,
  { hash, promptVersion }: QuestionKey,
): Promise<KnownAnswer | undefined> {
  return (await listAnswers(tx, model, [hash])).get(toQuestionKey({ hash, promptVersion }));
}

/** Returns the answers by `toQuestionKey`. */
export async function listAnswers(
  tx: OrgTx,
  model: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KnownAnswer>> {
  if (hashes.length === 0) return new Map();
  const { rows } = await sql<QuestionKey & DatedRow<Omit<KnownAnswer, 'ids'>, 'at'> & { readonly ids: unknown }>`
    select encode(question_sha256, 'hex') as hash, prompt_version as "promptVersion", outcome, reason, value, ids,
      reported_model as "reportedModel", answered_at as at, doubtful as "isDoubtful"
    from model_answer
    where org_id = ${tx.orgId} and question_sha256 = any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])
      and model = ${model}`.execute(tx.db);
  return new Map(
    rows.map(({ hash, promptVersion, ...answer }) => [
      toQuestionKey({ hash, promptVersion }),
      { ...toIsoTimes(answer), ids: Ids.safeParse(answer.ids).data ?? {} },
    ]),
  );
}

const Ids = z.record(z.string(), z.string());

export function toQuestionKey({ hash, promptVersion }: QuestionKey): string {
  return `${hash} ${promptVersion}`;
}

/** A finding of a service in one version of a package, as the key of an assessment. */
export interface AssessedFinding {
  readonly package: string;
  /** Empty if unknown. */
  readonly componentVersion: string;
  readonly groupId: string;
}

export function toAssessmentKey({ package: name, componentVersion, groupId }: AssessedFinding): string {
  return JSON.stringify([name, componentVersion, groupId]);
}

const QUESTIONS_MAX = 100;

/** Keeps the earlier questions: another version of the service may have the package in other places, and so other questions. */
export async function saveAssessmentQuestions(
  tx: OrgTx,
  serviceId: string,
  assessment: AssessedFinding & { readonly questions: readonly string[]; readonly at: string },
): Promise<void> {
  const questions = assessment.questions.map((hash) => Buffer.from(hash, 'hex'));
  await sql`
    insert into ai_assessment as r (org_id, service_id, package, component_version, group_id, questions, assessed_at)
    values (${tx.orgId}, ${serviceId}, ${assessment.package}, ${assessment.componentVersion}, ${assessment.groupId},
      ${questions}::bytea[], ${assessment.at})
    on conflict (org_id, service_id, package, component_version, group_id) do update set assessed_at = excluded.assessed_at,
      questions = (excluded.questions || array(
        select q from unnest(r.questions) q where q <> all(excluded.questions)))[1:${QUESTIONS_MAX}]`.execute(tx.db);
}

/** Returns the hashes of the questions about these packages, by `toAssessmentKey`. */
export async function listAssessmentQuestions(
  tx: OrgTx,
  serviceId: string,
  packages: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<AssessedFinding & { questions: Buffer[] }>`
    select package, component_version as "componentVersion", group_id as "groupId", questions from ai_assessment
    where org_id = ${tx.orgId} and service_id = ${serviceId} and package = any(${packages}::text[])`.execute(tx.db);
  return new Map(rows.map((row) => [toAssessmentKey(row), row.questions.map((hash) => hash.toString('hex'))]));
}

/** Returns versions of services that a model was asked about and that are analyzed again automatically. */
export async function listAssessedVersions(
  tx: OrgTx,
  { serviceId, limit }: { readonly serviceId: string | null; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version v
    where v.org_id = ${tx.orgId} and v.watched and v.deleted_at is null and v.frozen_at is null
      and (${serviceId}::uuid is null or v.service_id = ${serviceId}::uuid)
      and exists (select from ai_assessment r where r.org_id = ${tx.orgId} and r.service_id = v.service_id)
    order by v.id desc limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

// PostgreSQL stores neither NUL characters nor lone surrogates, and an answer may contain both.
function toJson(value: unknown): string {
  return JSON.stringify(value).toWellFormed().replaceAll('\\u0000', '\\ufffd').replaceAll(LONE_SURROGATE, '\\ufffd');
}

const LONE_SURROGATE = /\\ud[89a-f][0-9a-f]{2}/g;
