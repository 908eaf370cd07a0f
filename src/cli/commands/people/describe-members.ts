/** Formats members for the terminal. Names and addresses are quoted, because they are chosen by users. */
import { quote } from '../../../core/errors.ts';
import type { Member } from '../../../store/people/members.ts';
import { toColumns } from '../../terminal/to-columns.ts';

export function describeMembers(members: readonly Member[]): string {
  return toColumns([
    ['ROLE', 'JOINED', 'LAST SEEN', 'E-MAIL', 'NAME'],
    ...members.map(({ role, joinedAt, lastSeenAt, email, name }) => [
      role,
      joinedAt.slice(0, 10),
      lastSeenAt?.slice(0, 10) ?? 'never',
      quote(email),
      quote(name),
    ]),
  ]);
}
