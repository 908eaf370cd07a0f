/** Decisions that integrations suggest: they change nothing until a user accepts them. */
import { describe, expect, it } from 'vitest';
import type { WireAuditEntry } from '../../../src/api/contract/organization/organization.ts';
import type { WireDecisionOutcome } from '../../../src/api/contract/findings/decision.ts';
import { countDecisions, useFilledDesk, type DecisionDesk, type DeskAnswer } from '../../support/decision-desk.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const SUGGESTION = {
  action: 'not_affected',
  justification: 'code_not_reachable',
  detail: 'The parser is never called.',
};

let assay: TestAssay;
let desk: DecisionDesk;

useFilledDesk((parts) => {
  ({ assay, desk } = parts);
});

async function suggest(
  id: string,
  body: object = SUGGESTION,
  token?: string,
): Promise<DeskAnswer<WireDecisionOutcome>> {
  const answer = await desk.call<WireDecisionOutcome>('POST', `/finding/${id}/suggestion`, {
    body,
    ...(token !== undefined && { token }),
  });
  await desk.rest();
  return answer;
}

describe('a suggested decision', () => {
  it('needs review in all versions of the service, and changes no status', async () => {
    const before = await desk.statuses();
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const token = await desk.organization.newToken({ scopes: ['read', 'suggest'] });

    expect(await suggest(id, SUGGESTION, token)).toMatchObject({ status: 200, body: { count: 1, replaced: 0 } });

    expect(await desk.statuses()).toEqual(before);
    for (const version of ['1.0', '1.1']) {
      const found = await desk.find('shop', version, 'left-pad');
      expect(found).toMatchObject({
        decision: null,
        relevance: {
          status: 'relevant',
          basis: 'default',
          suggestion: { code: 'suggestion', actor: 'A token', text: SUGGESTION.detail, state: 'not_affected' },
        },
      });
    }
    expect((await desk.find('other', '1.0', 'left-pad')).relevance.suggestion).toBeNull();
    expect((await desk.history(id)).body).toMatchObject([{ suggested: true, active: true, effect: 'annotate' }]);
    const listed = await desk.call<unknown[]>(
      'GET',
      '/service/shop/version/1.0/finding?suggested=true&package=left-pad',
    );
    expect(listed.body).toMatchObject([{ component: { name: 'left-pad' } }]);
    const audit = await desk.call<WireAuditEntry[]>('GET', '/audit?q=decision');
    expect(audit.body).toMatchObject([{ action: 'decision.suggested', actor: { name: 'A token' } }]);
  });

  it('becomes a decision with its terms when it is accepted, and needs review again after a revert', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    await suggest(id);

    const accepted = await desk.decide(id, { action: 'accept_suggestion' });
    await desk.rest();
    expect(accepted).toMatchObject({ status: 200, body: { replaced: 1 } });
    expect(await desk.find('shop', '1.1', 'left-pad')).toMatchObject({
      relevance: { status: 'not_relevant', suggestion: null },
      decision: { state: 'not_affected', justification: 'code_not_reachable', detail: SUGGESTION.detail },
    });

    await desk.takeBack(accepted.body.decisions[0] ?? '');
    await desk.rest();
    const found = await desk.find('shop', '1.0', 'left-pad');
    expect(found.relevance).toMatchObject({ status: 'relevant', suggestion: { code: 'suggestion' } });
  });

  it('leaves the finding relevant when it is rejected', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    await suggest(id);

    await desk.decide(id, { action: 'reject_suggestion' });
    await desk.rest();

    const found = await desk.find('shop', '1.0', 'left-pad');
    expect(found).toMatchObject({
      relevance: { status: 'relevant', suggestion: null },
      decision: { state: 'exploitable' },
    });
    expect(await suggest(id)).toMatchObject({ status: 409, body: { code: 'SUGGESTION_WITHOUT_EFFECT' } });
  });

  it('replaces an earlier suggestion, but not a decision that no longer applies', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    await desk.decide(id, { action: 'in_triage' });
    await desk.rest();
    await suggest(id);

    const second = { action: 'false_positive', detail: 'It is another package.' };
    expect(await suggest(id, second)).toMatchObject({ status: 200, body: { replaced: 1 } });

    const { body } = await desk.history(id);
    expect(body.map(({ action, suggested, active }) => [action, suggested, active])).toEqual([
      ['false_positive', true, true],
      ['not_affected', true, false],
      ['in_triage', false, true],
    ]);
    const found = await desk.find('shop', '1.0', 'left-pad');
    expect(found.decision).toMatchObject({ state: 'in_triage' });
    expect(found.relevance.suggestion).toMatchObject({ state: 'false_positive' });
  });

  it.each<[string, object, number, string]>([
    ['without an explanation', { action: 'false_positive' }, 400, 'BODY_INVALID'],
    ['without a justification', { action: 'not_affected', detail: 'x' }, 400, 'DECISION_INCOMPLETE'],
    ['that would expire', { ...SUGGESTION, justification: 'protected_at_perimeter' }, 400, 'BODY_INVALID'],
    ['that accepts the risk', { action: 'accept_risk', detail: 'x' }, 400, 'BODY_INVALID'],
  ])('%s is rejected, and nothing is written', async (_, body, status, code) => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');

    expect(await suggest(id, body)).toMatchObject({ status, body: { code } });
    expect(await countDecisions(assay, desk)).toBe(0);
  });

  it('requires the scope, in the services of the token', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const { body: other } = await desk.call<{ id: string }>('GET', '/service/other');
    const [reader, decider] = await Promise.all(
      [['read'] as const, ['triage'] as const].map(async (scopes) => await desk.organization.newToken({ scopes })),
    );
    const limited = await desk.organization.newToken({ scopes: ['suggest'], serviceIds: [other.id] });

    const refused = await suggest(id, SUGGESTION, reader);
    expect(refused).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } });
    expect(refused.body.errorMessage).toContain('"suggest"');
    expect(await suggest(id, SUGGESTION, limited)).toMatchObject({ status: 404, body: { code: 'FINDING_UNKNOWN' } });
    expect(await suggest(id, SUGGESTION, decider)).toMatchObject({ status: 200 });
  });
});
