/** Work on findings: assignee, due date, issue and comments. */
import { z } from 'zod';
import { COMMENT_UNKNOWN, FINDING_UNKNOWN } from '../../../pipeline/errors.ts';
import { changeWork } from '../../../pipeline/work/change-work.ts';
import { commentFinding, deleteFindingComment, listFindingComments } from '../../../pipeline/work/comment-finding.ts';
import type { FindingComment } from '../../../store/findings/work/finding-comments.ts';
import type { FindingWork } from '../../../store/findings/work/finding-work.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  CommentListQuery,
  CommentParams,
  NewComment,
  WireComment,
  WireFindingWork,
  WorkChange,
} from '../../contract/findings/work.ts';
import { FindingParams } from '../../contract/history/history.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { toId } from '../../http/path-parameters.ts';
import { sendPage } from '../../http/response/page-headers.ts';

export function workRoutes(app: RouteApp, deps: ApiDeps): void {
  const onRequest = createRateGuard(deps, 'decisions');

  app.patch(
    '/finding/:id/work',
    {
      config: { scope: 'triage' },
      onRequest,
      schema: {
        operationId: 'updateFindingWork',
        summary: 'Assign a finding',
        description:
          'Sets the assignee, the due date or the issue. They apply to the vulnerability in the package of the service, in all versions. When a member is removed, its findings become unassigned.',
        params: FindingParams,
        body: WorkChange,
        response: { 200: WireFindingWork },
      },
    },
    async (request) => {
      const id = toId(request.params.id, FINDING_UNKNOWN);
      return toWireWork(await changeWork(deps, toCaller(request), id, request.body));
    },
  );

  app.get(
    '/finding/:id/comment',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listComments',
        summary: 'List the comments on a finding',
        description: 'Oldest first. A comment on a finding is listed in all versions of the service.',
        params: FindingParams,
        querystring: CommentListQuery,
        response: { 200: WireComment.array() },
      },
    },
    async (request, reply) => {
      const id = toId(request.params.id, FINDING_UNKNOWN);
      const page = await listFindingComments(deps, toCaller(request), id, request.query);
      return sendPage(request, reply, request.query, page, toWireComment);
    },
  );

  app.post(
    '/finding/:id/comment',
    {
      config: { scope: 'triage' },
      onRequest,
      schema: {
        operationId: 'createComment',
        summary: 'Comment on a finding',
        params: FindingParams,
        body: NewComment,
        response: { 201: WireComment },
      },
    },
    async (request, reply) => {
      const id = toId(request.params.id, FINDING_UNKNOWN);
      const comment = await commentFinding(deps, toCaller(request), id, request.body.text);
      return await reply.code(201).send(toWireComment(comment));
    },
  );

  app.delete(
    '/finding/:id/comment/:comment',
    {
      config: { scope: 'triage' },
      onRequest,
      schema: {
        operationId: 'deleteComment',
        summary: 'Delete a comment',
        description:
          'Deletes the text. Authors can delete their own comments; deleting others requires the scope `settings:write`.',
        params: CommentParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const address = {
        rowId: toId(request.params.id, FINDING_UNKNOWN),
        commentId: toId(request.params.comment, COMMENT_UNKNOWN),
      };
      const isAdmin = getPrincipal(request).scopes.has('settings:write');
      await deleteFindingComment(deps, toCaller(request), address, isAdmin);
      return await reply.code(204).send(null);
    },
  );
}

export function toWireWork({ assignee, ...work }: FindingWork): WireFindingWork {
  return { assignee: assignee && { ...assignee }, ...work };
}

function toWireComment({ author, ...comment }: FindingComment): WireComment {
  return { ...comment, author: { kind: author.kind, id: author.id, name: author.name } };
}
