/** The log of all calls to a model: what was sent, and what it cost per day. */
import { sql } from 'kysely';
import type { CallOutcome, CallPurpose, UnusableAnswer } from '../../core/vocabulary/ai.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import type { Page, PageRequest } from '../page.ts';
import { toQuestionKey, type QuestionKey } from './model-answers.ts';

export interface AiCall {
  readonly id: string;
  readonly at: string;
  readonly purpose: CallPurpose;
  readonly serviceId: string | null;
  readonly findingId: string | null;
  readonly host: string;
  readonly model: string;
  readonly fingerprint: string | null;
  readonly promptVersion: string;
  /** Hashes in hexadecimal. */
  readonly questionHash: string;
  readonly requestHash: string | null;
  readonly responseHash: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly estimated: boolean;
  readonly cost: number;
  readonly latencyMs: number;
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly outcome: CallOutcome;
  readonly reason: string | null;
}

export interface ListedAiCall extends AiCall {
  readonly hasBodies: boolean;
}

export interface StoredAiCall extends ListedAiCall {
  readonly bodies: CallBodies | null;
}

interface CallBodies {
  readonly request: string;
  readonly response: string;
}

export interface NewAiCall extends AiCall {
  /** Name of the model in the settings. */
  readonly requestedModel: string;
  readonly prices: { readonly priceIn: number; readonly priceOut: number };
  readonly bodies: CallBodies | null;
}

export async function insertAiCall(tx: OrgTx, call: NewAiCall): Promise<void> {
  await tx.db
    .insertInto('ai_call')
    .values({
      org_id: tx.orgId,
      id: call.id,
      at: call.at,
      purpose: call.purpose,
      service_id: call.serviceId,
      finding_id: call.findingId,
      host: call.host,
      model: call.model,
      requested_model: call.requestedModel,
      fingerprint: call.fingerprint,
      prompt_version: call.promptVersion,
      question_sha256: Buffer.from(call.questionHash, 'hex'),
      request_sha256: toBytes(call.requestHash),
      response_sha256: toBytes(call.responseHash),
      tokens_in: call.tokensIn,
      tokens_out: call.tokensOut,
      estimated: call.estimated,
      cost: call.cost,
      price_in: call.prices.priceIn,
      price_out: call.prices.priceOut,
      latency_ms: call.latencyMs,
      http_status: call.httpStatus,
      attempts: call.attempts,
      outcome: call.outcome,
      reason: call.reason,
      request_body: call.bodies === null ? null : toText(call.bodies.request),
      response_body: call.bodies === null ? null : toText(call.bodies.response),
    })
    .execute();
  const { tokensIn, tokensOut, cost, outcome } = call;
  await sql`
    insert into ai_day as d (org_id, day, tokens_in, tokens_out, cost, answered, abstained, failed)
    values (${tx.orgId}, ${dayOf(call.at)}, ${tokensIn}, ${tokensOut}, ${cost}, (${outcome} = 'answered')::int,
      (${outcome} = 'abstained')::int, (${outcome} = 'failed')::int)
    on conflict (org_id, day) do update set tokens_in = d.tokens_in + excluded.tokens_in,
      tokens_out = d.tokens_out + excluded.tokens_out, cost = d.cost + excluded.cost,
      answered = d.answered + excluded.answered, abstained = d.abstained + excluded.abstained,
      failed = d.failed + excluded.failed`.execute(tx.db);
}

/** Returns the questions whose response since a time was not usable, by `toQuestionKey`. */
export async function listUnusableAnswers(tx: OrgTx, since: string): Promise<ReadonlyMap<string, UnusableAnswer>> {
  const { rows } = await sql<QuestionKey & { readonly reason: UnusableAnswer }>`
    select distinct encode(question_sha256, 'hex') as hash, prompt_version as "promptVersion", reason from ai_call
    where org_id = ${tx.orgId} and at >= ${since}::timestamptz and reason in ('invalid_output', 'truncated')
      and purpose <> 'test' order by reason`.execute(tx.db);
  return new Map(rows.map((row) => [toQuestionKey(row), row.reason]));
}

const MEASURED_CALLS = 20;
const SEARCHED_CALLS = 200;

/** Returns the mean time of an attempt for each of the newest calls to an endpoint that received a response. */
export async function listAttemptTimes(
  tx: OrgTx,
  { host, model }: { readonly host: string; readonly model: string },
): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    select latency_ms::float8 / attempts as ms
    from (select * from ai_call where org_id = ${tx.orgId} order by id desc limit ${SEARCHED_CALLS}) c
    where host = ${host} and requested_model = ${model} and http_status between 200 and 299
      and reason is distinct from 'timeout' and attempts > 0
    order by id desc limit ${MEASURED_CALLS}`.execute(tx.db);
  return rows.map(({ ms }) => ms);
}

/** Counts answers that came from the cache. */
export async function recordCacheHits(tx: OrgTx, at: string, count: number): Promise<void> {
  if (count === 0) return;
  await sql`
    insert into ai_day as d (org_id, day, cache_hits) values (${tx.orgId}, ${dayOf(at)}, ${count})
    on conflict (org_id, day) do update set cache_hits = d.cache_hits + excluded.cache_hits`.execute(tx.db);
}

interface AiDay {
  readonly day: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cost: number;
  readonly outcomes: Readonly<Record<AiCall['outcome'], number>>;
  readonly cacheHits: number;
}

/** Returns the days newest first. Days without calls are missing. */
export async function listAiDays(tx: OrgTx, at: string, days: number): Promise<AiDay[]> {
  const { rows } = await sql<AiDay>`
    select day::text as day, tokens_in::float8 as "tokensIn", tokens_out::float8 as "tokensOut", cost::float8 as cost,
      jsonb_build_object('answered', answered, 'abstained', abstained, 'failed', failed) as outcomes, cache_hits as "cacheHits"
    from ai_day
    where org_id = ${tx.orgId} and day > ${dayOf(at)}::date - ${days}::int and day <= ${dayOf(at)}::date
    order by day desc limit ${days}`.execute(tx.db);
  return rows;
}

/** Returns the calls newest first, without request and response bodies. */
export async function listAiCalls(tx: OrgTx, { limit, offset }: PageRequest): Promise<Page<ListedAiCall>> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ai_call where org_id = ${tx.orgId}`.execute(tx.db);
  const { rows } = await sql<DatedRow<ListedAiCall, 'at'>>`
    select ${CALL_COLUMNS} from ai_call where org_id = ${tx.orgId} order by id desc limit ${limit} offset ${offset}`.execute(
    tx.db,
  );
  return { total: counted[0]?.total ?? 0, items: rows.map(toIsoTimes) };
}

/** Returns one call, with its bodies if they are stored. */
export async function findAiCall(tx: OrgTx, id: string): Promise<StoredAiCall | undefined> {
  const { rows } = await sql<DatedRow<StoredAiCall, 'at'>>`
    select ${CALL_COLUMNS}, case when request_body is not null
        then jsonb_build_object('request', request_body, 'response', coalesce(response_body, '')) end as bodies
    from ai_call where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db);
  return rows.map(toIsoTimes)[0];
}

const CALL_COLUMNS = sql`id, at, purpose, service_id as "serviceId", finding_id as "findingId", host, model, fingerprint,
  prompt_version as "promptVersion", encode(question_sha256, 'hex') as "questionHash",
  encode(request_sha256, 'hex') as "requestHash", encode(response_sha256, 'hex') as "responseHash",
  tokens_in::float8 as "tokensIn", tokens_out::float8 as "tokensOut", estimated, cost::float8 as cost, latency_ms as "latencyMs",
  http_status as "httpStatus", attempts, outcome, reason, request_body is not null as "hasBodies"`;

/** Removes the request and response bodies of calls before a time. */
export async function removeCallBodies(tx: OrgTx, before: string): Promise<void> {
  await sql`
    update ai_call set request_body = null, response_body = null
    where org_id = ${tx.orgId} and at < ${before}::timestamptz and request_body is not null`.execute(tx.db);
}

/** Returns the UTC date. */
export function dayOf(at: string): string {
  return at.slice(0, 10);
}

function toBytes(hash: string | null): Buffer | null {
  return hash === null ? null : Buffer.from(hash, 'hex');
}

// PostgreSQL does not store NUL characters, and a response may contain one.
function toText(body: string): string {
  return body.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
