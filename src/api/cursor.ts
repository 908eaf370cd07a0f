/**
 * Where a page of a list ends, as a text that clients hand back unread. It names a place in the caller's own list and opens
 * nothing: whatever a stranger writes into it, only rows of the caller's organization are compared with it.
 */
import { isUuid } from '../core/naming/uuid.ts';
import { PARAMETER_INVALID } from './errors.ts';

export interface Place {
  readonly createdAt: string;
  readonly id: string;
}

export function toCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${Date.parse(createdAt)} ${id}`).toString('base64url');
}

// Up to the year 2286: beyond 9999 the text of a time has another form, which PostgreSQL does not read.
const TIME = /^[0-9]{1,13}$/;

export function readCursor(text: string): Place {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString('latin1').split(' ', 2);
  const date = new Date(TIME.test(time) ? Number(time) : Number.NaN);
  if (!isUuid(id) || Number.isNaN(date.getTime())) {
    throw PARAMETER_INVALID({
      summary: 'The parameter "cursor" is not one that Assay gave out. Begin the list again without it.',
    });
  }
  return { createdAt: date.toISOString(), id };
}
