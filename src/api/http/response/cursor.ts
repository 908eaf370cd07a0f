/**
 * Encodes the end of a page as text, and signs it before a client gets it. A signed one is still validated, because an
 * older release may have signed a different form.
 */
import { z } from 'zod';
import { isVulnerabilityId } from '../../../core/identity/vulnerability-id.ts';
import { parseJsonText } from '../../../core/json/members.ts';
import { isUuid } from '../../../core/naming/uuid.ts';
import type { FindingSort } from '../../../core/vocabulary/finding.ts';
import { ORDERS, type FindingKeyset } from '../../../store/findings/lists/finding-order.ts';
import { Instant, type PageQuery } from '../../contract/page.ts';
import { CURSOR_INVALID } from '../../errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyRing, SecretContext } from '../../../store/secrets/key-ring.ts';
import { getPrincipal } from '../guard-request.ts';

interface CursorPosition {
  readonly createdAt: string;
  readonly id: string;
}

export function toCursor({ createdAt, id }: CursorPosition): string {
  return Buffer.from(`${Date.parse(createdAt)} ${id}`).toString('base64url');
}

// Up to the year 2286: beyond 9999, times have a different text form that PostgreSQL does not parse.
const TIME = /^[0-9]{1,13}$/;

export function parseCursor(text: string): CursorPosition {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString('latin1').split(' ', 2);
  const date = new Date(TIME.test(time) ? Number(time) : Number.NaN);
  if (!isUuid(id) || Number.isNaN(date.getTime())) throw CURSOR_INVALID();
  return { createdAt: date.toISOString(), id };
}

/** The cursor after a page, or null if the list ends with it. */
export function toNextCursor(
  items: readonly CursorPosition[],
  total: number,
  { limit, offset, cursor }: PageQuery & { readonly cursor?: string | undefined },
): string | null {
  const last = items.length === limit ? items.at(-1) : undefined;
  return last === undefined || (cursor === undefined && offset + limit >= total) ? null : toCursor(last);
}

/** For lists sorted by a text. */
interface TextCursorPosition {
  readonly text: string;
  readonly id: string;
}

export function toTextCursor({ text, id }: TextCursorPosition): string {
  return Buffer.from(`${id} ${text}`).toString('base64url');
}

const UUID_CHARACTERS = 36;

export function parseTextCursor(cursor: string): TextCursorPosition {
  const decoded = Buffer.from(cursor, 'base64url').toString('utf8');
  const id = decoded.slice(0, UUID_CHARACTERS);
  // PostgreSQL text cannot contain NUL.
  if (!isUuid(id) || decoded.charAt(UUID_CHARACTERS) !== ' ' || decoded.includes('\0')) throw CURSOR_INVALID();
  return { text: decoded.slice(UUID_CHARACTERS + 1), id };
}

/** For lists sorted by vulnerability id. */
export function toIdCursor(id: string): string {
  return Buffer.from(id).toString('base64url');
}

export function parseIdCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!isVulnerabilityId(id)) throw CURSOR_INVALID();
  return id;
}

/** For the actions of a plan: the last action of a page, and the position after it. */
interface ActionCursorPosition {
  readonly index: number;
  readonly id: string;
}

export function toActionCursor({ index, id }: ActionCursorPosition): string {
  return Buffer.from(`${index} ${id}`).toString('base64url');
}

const INDEX = /^[0-9]{1,7}$/;

export function parseActionCursor(cursor: string): ActionCursorPosition {
  const [index = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ', 2);
  if (!INDEX.test(index) || id === '') throw CURSOR_INVALID();
  return { index: Number(index), id };
}

/** For lists of findings: the sort order and its key values. */
export function toFindingCursor(sort: FindingSort, place: FindingKeyset): string {
  return Buffer.from(JSON.stringify([sort, ...place])).toString('base64url');
}

/** Rejects a cursor made for another sort order, because it marks no position in this one. */
export function parseFindingCursor(cursor: string, sort: FindingSort): FindingKeyset {
  const read = FindingCursor.safeParse(parseJsonText(Buffer.from(cursor, 'base64url').toString('utf8')));
  const [given, ...place] = read.success ? read.data : [];
  if (given !== sort) throw CURSOR_INVALID();
  const values = ORDERS[sort].map(({ column }, index) => VALUES[column].safeParse(place[index]));
  if (place.length !== values.length) throw CURSOR_INVALID();
  return values.map((value) => {
    if (!value.success) throw CURSOR_INVALID();
    return value.data;
  });
}

const FindingCursor = z.tuple([z.string()], z.union([z.string(), z.number()]));

const VALUES: Readonly<Record<(typeof ORDERS)[FindingSort][number]['column'], z.ZodType<string | number>>> = {
  risk: z.number().min(-1e9).max(1e9),
  severity_rank: z.int().min(-100).max(100),
  // PostgreSQL text cannot contain NUL.
  package_name: z.string().refine((text) => !text.includes('\0')),
  first_seen_at: Instant,
  finding_id: z.uuid(),
  component_id: z.uuid(),
};

/**
 * Cursors as sent to clients: the position in a list, signed for the organization, path and filters that it was created for.
 * Continuing with another filter would silently skip rows, so such a cursor is rejected.
 */
declare module 'fastify' {
  interface FastifyInstance {
    readonly keyRing: KeyRing;
  }
}

/** These change the size and position of a page, not the list. */
const PAGE_PARAMETERS = ['limit', 'offset', 'cursor'];

export function addCursorGuard(app: FastifyInstance, keyRing: KeyRing): void {
  app.decorate('keyRing', keyRing);
  // After validation, which drops cursors on routes without them.
  app.addHook('preHandler', async (request) => {
    const query = request.query as { cursor?: unknown } | undefined;
    if (typeof query?.cursor === 'string') query.cursor = verifyCursor(request, query.cursor);
  });
}

export function signCursor(request: FastifyRequest, cursor: string): string {
  return `${cursor}.${request.server.keyRing.sign(toText(request, cursor), toPlace(request))}`;
}

function verifyCursor(request: FastifyRequest, signed: string): string {
  const dot = signed.lastIndexOf('.');
  const [cursor, signature] = [signed.slice(0, Math.max(0, dot)), signed.slice(dot + 1)];
  if (!request.server.keyRing.isSigned(toText(request, cursor), toPlace(request), signature)) throw CURSOR_INVALID();
  return cursor;
}

function toPlace(request: FastifyRequest): SecretContext {
  return { orgId: getPrincipal(request).orgId, purpose: 'cursor' };
}

function toText(request: FastifyRequest, cursor: string): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const filters = new URLSearchParams(query);
  for (const name of PAGE_PARAMETERS) filters.delete(name);
  filters.sort();
  return [path, filters.toString(), cursor].join('\n');
}
