/**
 * Answers a question about one or several services, or reverts the answer: saves it with its audit entry and the requests to
 * publish every watched version of the services again, in one transaction.
 */
import { LIMITS } from '../../core/limits.ts';
import { addDays, isBefore } from '../../core/relevance/calendar.ts';
import { describeQuestion, type Question } from '../../core/relevance/questions/question.ts';
import type { Answer } from '../../core/vocabulary/question.ts';
import type { OrgTx } from '../../store/database.ts';
import { listWatchedVersions } from '../../store/portfolio/versions/versions-to-analyze.ts';
import { recordOpinionChange } from '../../store/relevance/opinion-changes.ts';
import {
  findAskedQuestion,
  findServiceAnswer,
  markAnswered,
  removeAnswer,
  saveAnswer,
  type StoredAnswer,
} from '../../store/relevance/questions.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { ANSWER_EXPIRY_INVALID, QUESTION_UNKNOWN } from '../errors.ts';
import { getService } from '../portfolio/change-service.ts';
import { AFFECTED_VERSIONS_MAX, requestAnalyses } from '../request-analysis.ts';

export interface AnswerRequest {
  readonly answer: Answer;
  readonly note: string | null;
  /** Null: the default. */
  readonly expiresAt: string | null;
}

/** `services` are names or ids. Either all of them get the answer, or none does. */
export async function answerQuestion(
  deps: PipelineDeps,
  caller: Caller,
  id: string,
  { services, ...wish }: AnswerRequest & { readonly services: readonly string[] },
): Promise<void> {
  const at = nowOf(deps);
  const expiresAt = chooseExpiry(wish.expiresAt, at);
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const found: string[] = [];
    for (const reference of services) found.push((await getService(tx, caller, reference)).id);
    await recordOpinionChange(tx, found);
    // Always in the same order, to prevent deadlocks.
    for (const serviceId of [...new Set(found)].toSorted()) {
      const before = await findServiceAnswer(tx, serviceId, id);
      const asked = (await findAskedQuestion(tx, serviceId, id)) ?? before;
      if (asked === undefined) throw QUESTION_UNKNOWN();
      const { kind, subject, package: name, majors } = asked;
      const note = wish.note?.trim() ?? '';
      const given: StoredAnswer = {
        id,
        kind,
        subject,
        package: name,
        majors,
        answer: wish.answer,
        note: note === '' ? null : note,
        by: caller.actor.name,
        at,
        expiresAt,
      };
      await saveAnswer(tx, serviceId, given);
      await recordAnswer(deps, tx, caller, { id, at, serviceId, before, after: given });
    }
    await requestServices(deps, tx, found);
    await markAnswered(tx, found, id);
  });
}

/** Without an answer, nothing changes. */
export async function revertAnswer(deps: PipelineDeps, caller: Caller, reference: string, id: string): Promise<void> {
  const at = nowOf(deps);
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const { id: serviceId } = await getService(tx, caller, reference);
    const before = await findServiceAnswer(tx, serviceId, id);
    if (before === undefined) {
      if ((await findAskedQuestion(tx, serviceId, id)) === undefined) throw QUESTION_UNKNOWN();
      return;
    }
    await recordOpinionChange(tx, [serviceId]);
    await removeAnswer(tx, serviceId, id);
    await recordAnswer(deps, tx, caller, { id, at, serviceId, before, after: undefined });
    await requestServices(deps, tx, [serviceId]);
  });
}

function chooseExpiry(wanted: string | null, now: string): string {
  const [usual, last] = [addDays(now, LIMITS.answerDaysDefault), addDays(now, LIMITS.answerDaysMax)];
  if (wanted === null) return usual ?? now;
  if (!isBefore(now, wanted)) throw ANSWER_EXPIRY_INVALID({ problem: 'is in the past' });
  if (last === undefined || isBefore(last, wanted))
    throw ANSWER_EXPIRY_INVALID({ problem: 'is too far in the future' });
  return wanted;
}

async function recordAnswer(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  change: {
    readonly id: string;
    readonly at: string;
    readonly serviceId: string;
    readonly before: StoredAnswer | undefined;
    readonly after: StoredAnswer | undefined;
  },
): Promise<void> {
  const { id, at, serviceId, before, after } = change;
  const toAudit = (question: Question & Partial<StoredAnswer>): object => ({
    service: serviceId,
    question: describeQuestion(question).text,
    answer: question.answer,
    note: question.note,
    by: question.by,
    expiresAt: question.expiresAt,
  });
  await recordChange(deps, tx, caller, {
    action: after === undefined ? 'question.reverted' : 'question.answered',
    kind: 'question',
    id,
    at,
    before: before && toAudit(before),
    after: after && toAudit(after),
  });
}

async function requestServices(deps: PipelineDeps, tx: OrgTx, serviceIds: readonly string[]): Promise<void> {
  const versions: string[] = [];
  for (const id of new Set(serviceIds)) versions.push(...(await listWatchedVersions(tx, id, AFFECTED_VERSIONS_MAX)));
  await requestAnalyses(deps, tx, versions, 'decision');
}
