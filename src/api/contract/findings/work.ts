import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { ACTOR_KINDS } from '../../../core/vocabulary/access.ts';
import { PageQuery, pathId, Timestamp } from '../page.ts';

const DAY_INVALID = 'must be a day from 1970 to 9999, for example 2026-11-30';

const Day = z.iso
  .date({ error: DAY_INVALID, abort: true })
  .regex(/^(19[7-9]|[2-9][0-9]{2})[0-9]-/, DAY_INVALID)
  .meta({ example: '2026-11-30' });

export const WireFindingWork = z
  .object({
    assignee: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null: not assigned.'),
    formerAssignee: z
      .string()
      .nullable()
      .describe('Name of the last assignee, if that member was removed from the organization.'),
    dueOn: z.iso.date().nullable().describe('Due date, set by a member. Independent of the deadline of the priority.'),
    issueUrl: z.string().nullable().describe('URL of the issue in a tracker.'),
    assignedBy: z.string().nullable(),
    assignedAt: Timestamp.nullable().describe('Time of the last change of the assignee or the due date.'),
  })
  .meta({ id: 'FindingWork' });
export type WireFindingWork = z.infer<typeof WireFindingWork>;

/** Stored and shown in the form of the URL parser: look-alike letters in the host become `xn--`. */
const IssueUrl = z
  .string()
  .max(LIMITS.issueUrlCharactersMax)
  .refine(
    (text) => parseWebUrl(text) !== undefined,
    'must be an http:// or https:// URL without user name and password',
  )
  .transform((text) => parseWebUrl(text)?.href ?? text)
  .meta({ example: 'https://tracker.example.com/browse/SEC-42' });

function parseWebUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return url.username === '' && url.password === '' && url.href.length <= LIMITS.issueUrlCharactersMax
    ? url
    : undefined;
}

export const WorkChange = z
  .object({
    assigneeId: z.uuid().nullable().optional().describe('Id of a member of the organization. Null: unassign.'),
    dueOn: Day.nullable().optional().describe('Due date. Null: remove it.'),
    issueUrl: IssueUrl.nullable().optional().describe('URL of the issue in a tracker. Null: remove it.'),
  })
  .refine(
    ({ assigneeId, dueOn, issueUrl }) => [assigneeId, dueOn, issueUrl].some((value) => value !== undefined),
    'must contain "assigneeId", "dueOn" or "issueUrl"',
  )
  .meta({
    id: 'FindingWorkChange',
    description: 'The properties to change.',
    example: { assigneeId: null, dueOn: '2026-11-30', issueUrl: 'https://tracker.example.com/browse/SEC-42' },
  });

export const WireComment = z
  .object({
    id: z.uuid(),
    text: z.string().describe('Plain text.'),
    author: z.object({ kind: z.enum(ACTOR_KINDS), id: z.string(), name: z.string() }),
    at: Timestamp,
  })
  .meta({ id: 'Comment' });
export type WireComment = z.infer<typeof WireComment>;

export const NewComment = z
  .object({
    text: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.commentCharactersMax)
      .describe('Plain text. Spaces at the beginning and end are removed.'),
  })
  .meta({ id: 'NewComment', description: 'The comment.', example: { text: 'The upgrade is planned for sprint 14.' } });

export const CommentListQuery = PageQuery;
export const CommentParams = z.object({ id: pathId('finding'), comment: pathId('comment') });
