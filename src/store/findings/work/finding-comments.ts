/** Comments about a finding, for all versions of its service. A deleted comment leaves no text behind. */
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import { toPage, type Page, type PageRequest } from '../../page.ts';
import type { Actor } from '../../people/audit.ts';
import { membersOf } from '../history/finding-history.ts';

export interface FindingComment {
  readonly id: string;
  readonly text: string;
  readonly author: Actor;
  readonly at: string;
}

type CommentRow = DatedRow<FindingComment, 'at'>;

const COLUMNS = sql`c.id, c.text, c.created_at as at,
  jsonb_build_object('kind', c.actor_kind, 'id', c.actor_id, 'name', c.actor_name) as author`;

/** Oldest first: ids sort by time. */
export async function listComments(tx: OrgTx, findingId: string, page: PageRequest): Promise<Page<FindingComment>> {
  const { rows } = await sql<CommentRow & { total: number }>`
    select ${COLUMNS}, count(*) over ()::int as total from finding_comment c
    where c.org_id = ${tx.orgId} and ${isAbout(tx, findingId)}
    order by c.id limit ${page.limit} offset ${page.offset}`.execute(tx.db);
  return toPage(rows, toIsoTimes);
}

export async function findComment(tx: OrgTx, findingId: string, id: string): Promise<FindingComment | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from finding_comment c
    where c.org_id = ${tx.orgId} and c.id = ${id} and ${isAbout(tx, findingId)}`.execute(tx.db);
  return rows.map(toIsoTimes)[0];
}

export async function countComments(tx: OrgTx, findingId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from finding_comment c
    where c.org_id = ${tx.orgId} and ${isAbout(tx, findingId)}`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

interface CommentPlace {
  /** In hexadecimal digits. */
  readonly fingerprint: string;
  readonly serviceId: string;
}

export async function insertComment(tx: OrgTx, place: CommentPlace, comment: FindingComment): Promise<void> {
  const { id, text, author, at } = comment;
  await sql`
    insert into finding_comment (org_id, id, fingerprint, service_id, text, created_at, actor_kind, actor_id, actor_name)
    values (${tx.orgId}, ${id}, ${Buffer.from(place.fingerprint, 'hex')}, ${place.serviceId}, ${text}, ${at}::timestamptz,
      ${author.kind}, ${author.id}, ${author.name})`.execute(tx.db);
}

export async function deleteComment(tx: OrgTx, id: string): Promise<void> {
  await sql`delete from finding_comment where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db);
}

function isAbout(tx: OrgTx, findingId: string): RawBuilder<boolean> {
  return sql<boolean>`c.fingerprint = any(array(
    select f.fingerprint from finding f where f.org_id = ${tx.orgId} and f.id = any(${membersOf(tx, findingId)})))`;
}
