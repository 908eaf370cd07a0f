/** Adds and deletes comments about findings, with their audit entries. The text is only in the comment itself. */
import { LIMITS } from '../../core/limits.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import {
  countComments,
  deleteComment,
  findComment,
  insertComment,
  listComments,
  type FindingComment,
} from '../../store/findings/work/finding-comments.ts';
import { unmarkForOthers } from '../../store/findings/work/inbox.ts';
import type { Page, PageRequest } from '../../store/page.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { COMMENT_NOT_OWN, COMMENT_UNKNOWN, COMMENTS_LIMIT } from '../errors.ts';
import { getFinding } from '../queries/get-finding.ts';
import { eventAbout, nameOf } from './change-work.ts';

type CommentDeps = Pick<PipelineDeps, 'database' | 'now' | 'newId'>;

export async function listFindingComments(
  { database }: Pick<CommentDeps, 'database'>,
  caller: Caller,
  rowId: string,
  page: PageRequest,
): Promise<Page<FindingComment>> {
  return await database.readInOrg(caller.orgId, async (tx) => {
    const { findingId } = await getFinding(tx, caller, rowId);
    return await listComments(tx, findingId, page);
  });
}

export async function commentFinding(
  deps: CommentDeps,
  caller: Caller,
  rowId: string,
  text: string,
): Promise<FindingComment> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const finding = await getFinding(tx, caller, rowId);
    const { findingId, fingerprint, service } = finding;
    if ((await countComments(tx, findingId)) >= LIMITS.commentsPerFindingMax) throw COMMENTS_LIMIT();
    const comment = { id: deps.newId(), text, author: caller.actor, at };
    await insertComment(tx, { fingerprint, serviceId: service.id }, comment);
    await unmarkForOthers(tx, findingId, caller.actor.kind === 'person' ? caller.actor.id : undefined);
    await recordChange(deps, tx, caller, {
      at,
      action: 'comment.added',
      kind: 'finding',
      id: findingId,
      after: { ...nameOf(finding), comment: comment.id },
    });
    await insertEvents(tx, [
      {
        ...eventAbout(finding, at),
        id: deps.newId(),
        type: 'finding.commented',
        detail: { ...nameOf(finding), comment: comment.id, by: caller.actor.name },
      },
    ]);
    return comment;
  });
}

/** Only the author and admins can delete a comment. */
export async function deleteFindingComment(
  deps: CommentDeps,
  caller: Caller,
  address: { readonly rowId: string; readonly commentId: string },
  isAdmin: boolean,
): Promise<void> {
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const finding = await getFinding(tx, caller, address.rowId);
    const comment = await findComment(tx, finding.findingId, address.commentId);
    if (comment === undefined) throw COMMENT_UNKNOWN();
    const { author } = comment;
    if (!isAdmin && (author.kind !== caller.actor.kind || author.id !== caller.actor.id)) throw COMMENT_NOT_OWN();
    await deleteComment(tx, comment.id);
    await recordChange(deps, tx, caller, {
      at: nowOf(deps),
      action: 'comment.deleted',
      kind: 'finding',
      id: finding.findingId,
      before: { ...nameOf(finding), comment: comment.id, author: author.name },
    });
  });
}
