/** Questions about services, which publishing writes for each version, and their answers. */
import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { ClusteredQuestion, SettledFinding } from '../../core/relevance/questions/cluster-questions.ts';
import {
  keyOfQuestion,
  type Majors,
  type Question,
  type QuestionAnswer,
} from '../../core/relevance/questions/question.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { versionsOf } from '../findings/lists/collect-findings.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { ServiceScope } from '../portfolio/services.ts';

/** A UUID of version 8, whose content is free. */
export function toQuestionId(question: Question): string {
  const hex = createHash('sha256').update(keyOfQuestion(question)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Writes only what has changed since the last publication. */
export async function saveVersionQuestions(
  tx: OrgTx,
  version: { readonly id: string; readonly serviceId: string },
  questions: readonly ClusteredQuestion[],
): Promise<void> {
  const rows = questions.map(({ kind, subject, package: name, weight, findings, majors, isOutdated }) => ({
    id: toQuestionId({ kind, subject, package: name }),
    kind,
    subject,
    package: name,
    weight,
    dismisses: findings.filter(({ effect }) => effect === 'dismiss').length,
    lowers: findings.filter(({ effect }) => effect === 'deprioritize').length,
    findings,
    majors,
    outdated: isOutdated,
  }));
  await sql`
    delete from version_question where org_id = ${tx.orgId} and version_id = ${version.id}
      and question_id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(tx.db);
  if (rows.length === 0) return;
  await sql`
    insert into version_question as q (org_id, version_id, question_id, service_id, kind, subject, package, weight, dismisses,
      lowers, findings, majors, outdated)
    select ${tx.orgId}::uuid, ${version.id}::uuid, r.id, ${version.serviceId}::uuid, r.kind, r.subject, r.package, r.weight,
      r.dismisses, r.lowers, r.findings, r.majors, r.outdated
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, kind text, subject text, package text,
      weight double precision, dismisses integer, lowers integer, findings jsonb, majors jsonb, outdated boolean)
    on conflict (org_id, version_id, question_id) do update
      set weight = excluded.weight, dismisses = excluded.dismisses, lowers = excluded.lowers, findings = excluded.findings,
        majors = excluded.majors, outdated = excluded.outdated
      where (q.findings, q.majors, q.outdated) is distinct from (excluded.findings, excluded.majors, excluded.outdated)`.execute(
    tx.db,
  );
}

export interface StoredAnswer extends QuestionAnswer {
  readonly id: string;
}

const ANSWER = sql`a.question_id as id, a.kind, a.subject, a.package, a.answer, a.note, a.majors, a.expires_at as "expiresAt",
  a.created_at as at, a.created_by as by`;

/** All answers about the service, including expired ones. */
export async function listServiceAnswers(tx: OrgTx, serviceId: string): Promise<StoredAnswer[]> {
  const { rows } = await sql<DatedRow<StoredAnswer, 'at' | 'expiresAt'>>`
    select ${ANSWER} from question_answer a
    where a.org_id = ${tx.orgId} and a.service_id = ${serviceId} order by a.question_id`.execute(tx.db);
  return rows.map(toIsoTimes);
}

export async function findServiceAnswer(tx: OrgTx, serviceId: string, id: string): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<DatedRow<StoredAnswer, 'at' | 'expiresAt'>>`
    select ${ANSWER} from question_answer a
    where a.org_id = ${tx.orgId} and a.service_id = ${serviceId} and a.question_id = ${id}`.execute(tx.db);
  return rows.map(toIsoTimes)[0];
}

/** Replaces an earlier answer. The new one is about the versions of packages that ask now. */
export async function saveAnswer(tx: OrgTx, serviceId: string, given: StoredAnswer): Promise<void> {
  const { id, kind, subject, package: name, answer, note, majors, expiresAt, at, by } = given;
  await sql`
    insert into question_answer (org_id, service_id, question_id, kind, subject, package, answer, note, majors, expires_at,
      created_at, created_by)
    values (${tx.orgId}, ${serviceId}, ${id}, ${kind}, ${subject}, ${name}, ${answer}, ${note}, ${JSON.stringify(majors)}::jsonb,
      ${expiresAt}, ${at}, ${by})
    on conflict (org_id, service_id, question_id) do update
      set answer = excluded.answer, note = excluded.note, majors = excluded.majors, expires_at = excluded.expires_at,
        created_at = excluded.created_at, created_by = excluded.created_by`.execute(tx.db);
}

/** Call it when the versions of the services are locked, as a publication does before it writes questions. */
export async function markAnswered(tx: OrgTx, serviceIds: readonly string[], id: string): Promise<void> {
  await sql`
    update version_question set outdated = false
    where org_id = ${tx.orgId} and service_id = any(${serviceIds}::uuid[]) and question_id = ${id} and outdated`.execute(
    tx.db,
  );
}

export async function removeAnswer(tx: OrgTx, serviceId: string, id: string): Promise<void> {
  await sql`
    delete from question_answer where org_id = ${tx.orgId} and service_id = ${serviceId} and question_id = ${id}`.execute(
    tx.db,
  );
}

/** The question as the versions of the service ask it; undefined: none of them does. */
export async function findAskedQuestion(
  tx: OrgTx,
  serviceId: string,
  id: string,
): Promise<(Question & { readonly majors: Majors }) | undefined> {
  const { rows } = await sql<Question & { majors: Majors }>`
    select kind, subject, package, majors from version_question
    where org_id = ${tx.orgId} and service_id = ${serviceId} and question_id = ${id} order by version_id`.execute(
    tx.db,
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const majors: Record<string, readonly string[]> = {};
  for (const row of rows) {
    for (const [name, versions] of Object.entries(row.majors))
      majors[name] = [...new Set([...(majors[name] ?? []), ...versions])].toSorted();
  }
  return { ...first, majors };
}

export interface AskedQuestion extends Question {
  readonly id: string;
  readonly versionId: string;
  readonly findings: readonly SettledFinding[];
  readonly outdated: boolean;
}

/** The questions of the newest version of the service, the heaviest first. */
export async function listServiceQuestions(tx: OrgTx, serviceId: string): Promise<AskedQuestion[]> {
  const { rows } = await sql<AskedQuestion>`
    with chosen as materialized (${versionsOf(tx, { newestOf: [serviceId] }, {})})
    select q.question_id as id, q.version_id as "versionId", q.kind, q.subject, q.package, q.findings, q.outdated
    from chosen n join version_question q on q.org_id = ${tx.orgId} and q.version_id = n.version_id
    order by q.weight desc, q.question_id`.execute(tx.db);
  return rows;
}

/** A finding as lists of questions show it. */
export interface NamedFinding {
  readonly id: string;
  readonly vulnerability: string;
  readonly package: string;
  readonly version: string | null;
  readonly severityRank: number;
}

/** By id. A finding in several versions of a package is named once. */
export async function listNamedFindings(
  tx: OrgTx,
  versionId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedFinding>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedFinding>`
    select v.finding_id as id, v.canonical_id as vulnerability, v.package_name as package, c.version,
      v.severity_rank as "severityRank"
    from version_finding v join component c on c.org_id = v.org_id and c.id = v.component_id
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null and v.finding_id = any(${ids}::uuid[])
    order by c.version collate "C" desc`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface OrganizationQuestion extends Question {
  readonly id: string;
  readonly dismisses: number;
  readonly lowers: number;
  readonly serviceCount: number;
  /** The services that gain most, at most `servicesMax`. */
  readonly services: readonly {
    readonly id: string;
    readonly name: string;
    readonly dismisses: number;
    readonly lowers: number;
  }[];
}

/** Questions without an answer that counts, over the newest versions of all services of the scope, the heaviest first. */
export async function listOrganizationQuestions(
  tx: OrgTx,
  scope: ServiceScope,
  { now, servicesMax, page }: { readonly now: string; readonly servicesMax: number; readonly page: PageRequest },
): Promise<Page<OrganizationQuestion>> {
  const { rows } = await sql<OrganizationQuestion & { total: number }>`
    with chosen as materialized (${versionsOf(tx, { newestOf: scope }, {})}),
    open as materialized (
      select q.question_id, q.version_id, q.service_id, q.weight, q.dismisses, q.lowers from chosen n
      join version_question q on q.org_id = ${tx.orgId} and q.version_id = n.version_id
      where ${isOpen(tx, now)}),
    ranked as materialized (
      select question_id, sum(weight) as weight, sum(dismisses)::int as dismisses, sum(lowers)::int as lowers,
        count(*)::int as services, min(version_id::text)::uuid as version_id, count(*) over ()::int as total
      from open group by question_id
      order by sum(weight) desc, question_id limit ${page.limit} offset ${page.offset})
    select r.question_id as id, q.kind, q.subject, q.package, r.dismisses, r.lowers, r.services as "serviceCount", r.total,
      (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'dismisses', o.dismisses, 'lowers', o.lowers)
          order by o.weight desc, o.service_id)
        from (select * from open where open.question_id = r.question_id
          order by open.weight desc, open.service_id limit ${servicesMax}) o
        join service s on s.org_id = ${tx.orgId} and s.id = o.service_id) as services
    from ranked r
    join version_question q on q.org_id = ${tx.orgId} and q.version_id = r.version_id and q.question_id = r.question_id
    order by r.weight desc, r.question_id`.execute(tx.db);
  return toPage(rows, (question) => question);
}

/** An answer that has expired, or that is about another major version, does not count. */
function isOpen(tx: OrgTx, now: string): RawBuilder<boolean> {
  return sql`q.dismisses + q.lowers > 0 and (q.outdated or not exists (select from question_answer a
    where a.org_id = ${tx.orgId} and a.service_id = q.service_id and a.question_id = q.question_id
      and a.expires_at > ${now}::timestamptz))`;
}
