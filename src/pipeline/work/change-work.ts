/** Assigns a finding, sets its due date or links its issue, with the audit entry and the event of the change. */
import type { OrgTx } from '../../store/database.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import { findWork, NO_WORK, saveWork, type FindingWork } from '../../store/findings/work/finding-work.ts';
import { unmarkForOthers } from '../../store/findings/work/inbox.ts';
import { findMember, lockRole } from '../../store/people/members.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { ASSIGNEE_UNKNOWN } from '../errors.ts';
import { getFinding } from '../queries/get-finding.ts';

/** Members that are absent stay as they are; null clears them. */
export interface WorkChange {
  readonly assigneeId?: string | null | undefined;
  readonly dueOn?: string | null | undefined;
  readonly issueUrl?: string | null | undefined;
}

type WorkDeps = Pick<PipelineDeps, 'database' | 'now' | 'newId'>;

/** Accepts the id of any row of the finding. */
export async function changeWork(
  deps: WorkDeps,
  caller: Caller,
  rowId: string,
  change: WorkChange,
): Promise<FindingWork> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const finding = await getFinding(tx, caller, rowId);
    const before = (await findWork(tx, finding.findingId)) ?? NO_WORK;
    const { assigneeId, dueOn = before.dueOn, issueUrl = before.issueUrl } = change;
    const assignee = assigneeId === undefined ? before.assignee : await findAssignee(tx, assigneeId);
    const isAssigned = assignee?.id !== before.assignee?.id || dueOn !== before.dueOn;
    if (!isAssigned && issueUrl === before.issueUrl && assigneeId === undefined) return before;
    const after: FindingWork = {
      assignee,
      formerAssignee: assigneeId === undefined ? before.formerAssignee : null,
      dueOn,
      issueUrl,
      assignedBy: isAssigned ? caller.actor.name : before.assignedBy,
      assignedAt: isAssigned ? at : before.assignedAt,
    };
    const { findingId, fingerprint, service } = finding;
    await saveWork(tx, { findingId, fingerprint, serviceId: service.id }, after, at);
    await recordChange(deps, tx, caller, {
      at,
      action: 'finding.work_changed',
      kind: 'finding',
      id: findingId,
      before: { ...nameOf(finding), ...toAudit(before) },
      after: { ...nameOf(finding), ...toAudit(after) },
    });
    if (!isAssigned) return after;
    await unmarkForOthers(tx, findingId, caller.actor.kind === 'person' ? caller.actor.id : undefined);
    await insertEvents(tx, [
      {
        ...eventAbout(finding, at),
        id: deps.newId(),
        type: 'finding.assigned',
        detail: { ...nameOf(finding), assignee, dueOn, by: caller.actor.name },
      },
    ]);
    return after;
  });
}

/** Locks the membership, so that a member who is being removed is not assigned. */
async function findAssignee(tx: OrgTx, id: string | null): Promise<FindingWork['assignee']> {
  if (id === null) return null;
  if ((await lockRole(tx, id)) === undefined) throw ASSIGNEE_UNKNOWN();
  const member = await findMember(tx, id);
  return { id, name: member?.name || (member?.email ?? '') };
}

function toAudit({ assignee, dueOn, issueUrl }: FindingWork): object {
  return { assignee: assignee?.name ?? null, dueOn, issueUrl };
}

/** The members of events about work on a finding. Without a version: the work is about all of them. */
export function eventAbout({ service, findingId }: ListedFinding, at: string) {
  return { at, serviceId: service.id, findingId };
}

export function nameOf({ canonicalId, detail }: ListedFinding): { vulnerability: string; package: string } {
  return { vulnerability: canonicalId, package: detail.component.name };
}
