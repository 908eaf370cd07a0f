/** Bulk decisions, and reverting: a single decision, a bulk decision, and any sequence of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireDecisionOutcome } from '../../../src/api/contract/findings/decision.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { countDecisions, openDecisionDesk, useFilledDesk, type DecisionDesk } from '../../support/decision-desk.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const FALSE_POSITIVE = { action: 'false_positive', detail: 'It is another package.' };

let assay: TestAssay;
let desk: DecisionDesk;

useFilledDesk((parts) => {
  ({ assay, desk } = parts);
});

describe('a bulk decision', () => {
  const tryBulk = async (body: object) =>
    await desk.call<WireDecisionOutcome>('POST', '/decision/bulk', { body: { ...body, dryRun: true } });

  it('has the result of its dry run, and can be reverted as a whole', async () => {
    const body = { filter: { service: 'shop', version: '1.0', severity: 'medium' }, decision: FALSE_POSITIVE };
    const before = await desk.statuses();
    const tried = await tryBulk(body);
    const counts = { count: 2, selected: { versions: 1, findings: 2 }, others: { versions: 1, findings: 2 } };
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true, batchId: null, ...counts } });
    expect(await countDecisions(assay, desk)).toBe(0);

    const done = await desk.call<WireDecisionOutcome>('POST', '/decision/bulk', { body, ifMatch: tried.etag });
    expect(done).toMatchObject({ status: 200, body: { dryRun: false, ...counts } });
    await desk.rest();
    expect(await desk.statuses()).toEqual([
      'other 1.0 left-pad relevant',
      'shop 1.0 builder relevant',
      'shop 1.0 colors not_relevant',
      'shop 1.0 left-pad not_relevant',
      'shop 1.1 colors not_relevant',
      'shop 1.1 left-pad not_relevant',
    ]);

    const undone = await desk.takeBack(`bulk/${done.body.batchId}`);
    expect(undone).toMatchObject({ status: 200, body: { reverted: 2, restored: 0, skipped: 0 } });
    await desk.rest();
    expect(await desk.statuses()).toEqual(before);
    expect(await desk.takeBack(`bulk/${done.body.batchId}`)).toMatchObject({
      status: 409,
      body: { code: 'DECISION_NOT_ACTIVE' },
    });
  });

  it('is rejected without a dry run, and after an outdated one', async () => {
    const body = { filter: { service: 'shop' }, decision: FALSE_POSITIVE };
    expect(await desk.call('POST', '/decision/bulk', { body })).toMatchObject({
      status: 428,
      body: { code: 'DECISION_NOT_PREVIEWED' },
    });
    const tried = await tryBulk(body);
    const { id } = await desk.find('shop', '1.1', 'colors');
    await desk.decide(id, { action: 'confirm' });

    const late = await desk.call('POST', '/decision/bulk', { body, ifMatch: tried.etag });

    expect(late).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    expect(await countDecisions(assay, desk)).toBe(1);
  });

  it('restores the decisions that it had replaced when it is reverted, and keeps later ones', async () => {
    const { id } = await desk.find('shop', '1.1', 'colors');
    await desk.decide(id, { action: 'confirm' });
    const body = { filter: { service: 'shop', version: '1.1' }, decision: FALSE_POSITIVE };
    const tried = await tryBulk(body);
    expect(tried.body).toMatchObject({ count: 2, replaced: 1 });
    const done = await desk.call<WireDecisionOutcome>('POST', '/decision/bulk', { body, ifMatch: tried.etag });
    const pad = await desk.find('shop', '1.1', 'left-pad');
    await desk.decide(pad.id, { action: 'in_triage' });

    const undone = await desk.takeBack(`bulk/${done.body.batchId}`);

    expect(undone.body).toMatchObject({ reverted: 1, restored: 1, skipped: 1 });
    await desk.rest();
    expect((await desk.find('shop', '1.1', 'colors')).decision).toMatchObject({ action: 'confirm' });
    expect((await desk.find('shop', '1.1', 'left-pad')).decision).toMatchObject({ action: 'in_triage' });
  });

  it('counts a vulnerability once with organization scope, and applies to suggestions only', async () => {
    const everywhere = await tryBulk({
      filter: { package: 'left-pad' },
      decision: { ...FALSE_POSITIVE, scope: 'organization' },
    });
    expect(everywhere.body).toMatchObject({ count: 1, selected: { versions: 2 }, others: { versions: 1 } });

    const answered = await tryBulk({
      filter: { service: 'shop', version: '1.0' },
      decision: { action: 'accept_suggestion' },
    });
    expect(answered.body).toMatchObject({ count: 1, skipped: 2, selected: { findings: 1 } });

    const named = await tryBulk({
      findings: [(await desk.find('shop', '1.0', 'left-pad')).id, '00000000-0000-7000-8000-000000000000'],
      decision: FALSE_POSITIVE,
    });
    expect(named.body).toMatchObject({ count: 1 });
  });

  it('applies to the findings of a component, and to those of a step or reason of the plan', async () => {
    const place = { service: 'shop', version: '1.0' };
    const { component } = await desk.find('shop', '1.0', 'colors');
    const count = async (filter: object): Promise<number> =>
      (await tryBulk({ filter: { ...place, ...filter }, decision: FALSE_POSITIVE })).body.count;

    expect(await count({ component: component.id })).toBe(1);
    expect(await count({ component: '00000000-0000-7000-8000-000000000000' })).toBe(0);
    expect(await count({ fix: 'no_fix' })).toBe(3);
    expect(await count({ fix: 'no_fix', component: component.id })).toBe(1);
    expect(await count({ fix: 'unknown' })).toBe(0);

    const body = { filter: { ...place, fix: 'no_fix', component: component.id }, decision: FALSE_POSITIVE };
    const { etag } = await tryBulk(body);
    expect((await desk.call('POST', '/decision/bulk', { body, ifMatch: etag })).status).toBe(200);
    await desk.rest();
    expect((await desk.find('shop', '1.0', 'colors')).relevance.status).toBe('not_relevant');
    expect((await desk.find('shop', '1.0', 'left-pad')).relevance.status).toBe('relevant');
  });

  it('applies to all findings of a group, also if there are more than can be listed by id', async () => {
    const findings = LIMITS.decisionFindingsNamedMax + 1;
    const packages = Array.from({ length: findings }, (_, n) => `left-pad@1.0.${n}`);
    await desk.upload('wide', '1.0', [...packages, 'colors@1.0.0']);
    const group = { service: 'wide', version: '1.0', cve: 'CVE-2024-10001' };
    const countOpen = async (): Promise<unknown> =>
      (await desk.call<{ total: number }>('GET', '/service/wide/version/1.0/finding/summary')).body.total;
    expect(await countOpen()).toBe(findings + 1);

    const body = { filter: group, decision: FALSE_POSITIVE };
    const tried = await tryBulk(body);
    expect(tried.body).toMatchObject({ count: 1, selected: { versions: 1, findings } });
    const done = await desk.call<WireDecisionOutcome>('POST', '/decision/bulk', { body, ifMatch: tried.etag });
    expect(done.status).toBe(200);
    await desk.rest();
    expect(await countOpen()).toBe(1);

    expect((await desk.takeBack(`bulk/${done.body.batchId}`)).body).toMatchObject({ reverted: 1 });
    await desk.rest();
    expect(await countOpen()).toBe(findings + 1);
  });

  it.each<[string, object, number]>([
    ['neither a filter nor findings', { decision: FALSE_POSITIVE }, 400],
    ['both', { filter: {}, findings: ['00000000-0000-7000-8000-000000000000'], decision: FALSE_POSITIVE }, 400],
    ['a version without a service', { filter: { version: '1.0' }, decision: FALSE_POSITIVE }, 400],
    [
      'a step of a plan without a version',
      { filter: { service: 'shop', fix: 'no_fix' }, decision: FALSE_POSITIVE },
      400,
    ],
    ['a filter that is none', { filter: { severity: 'terrible' }, decision: FALSE_POSITIVE }, 400],
    ['a service that is not there', { filter: { service: 'absent' }, decision: FALSE_POSITIVE }, 404],
  ])('is rejected for %s', async (_, body, status) => {
    expect((await tryBulk(body)).status).toBe(status);
  });
});

describe('reverting a decision', () => {
  it('restores the state before it, and the previous decision applies again', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const first = await desk.decide(id, FALSE_POSITIVE);
    const second = await desk.decide(id, { action: 'confirm' });
    const [secondId = '', firstId = ''] = [second.body.decisions[0], first.body.decisions[0]];

    expect(await desk.takeBack(secondId)).toMatchObject({
      status: 200,
      body: { reverted: 1, restored: 1, skipped: 0 },
    });
    await desk.rest();
    expect((await desk.find('shop', '1.1', 'left-pad')).relevance.status).toBe('not_relevant');

    expect(await desk.takeBack(firstId)).toMatchObject({ status: 200, body: { reverted: 1, restored: 0 } });
    await desk.rest();
    const found = await desk.find('shop', '1.1', 'left-pad');
    expect(found).toMatchObject({ relevance: { status: 'relevant', basis: 'default', reasons: [] }, decision: null });
    const { body } = await desk.history(found.id);
    expect(body.map(({ action }) => action)).toEqual(['reverted', 'reverted', 'confirm', 'false_positive']);
    expect(body.some(({ active }) => active)).toBe(false);
  });

  it('is possible once', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const [decision = ''] = (await desk.decide(id, FALSE_POSITIVE)).body.decisions;

    const answers = await Promise.all([1, 2, 3].map(async () => await desk.takeBack(decision)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { body } = await desk.history(id);
    expect(await desk.takeBack(body[0]?.id ?? '')).toMatchObject({ status: 404, body: { code: 'DECISION_UNKNOWN' } });
    expect((await desk.takeBack('nothing')).status).toBe(404);
  });
});

/** The expected rows after any sequence, computed from the rules without a database. */
interface Known {
  readonly id: string;
  readonly scope: 'version' | 'service';
  readonly action: keyof typeof BODIES;
  supersededBy: string | null;
}

const BODIES = { confirm: { action: 'confirm' }, in_triage: { action: 'in_triage' }, false_positive: FALSE_POSITIVE };
const STATUSES = { confirm: 'relevant', false_positive: 'not_relevant' } as const;

function isDeciding(action: Known['action']): action is keyof typeof STATUSES {
  return action !== 'in_triage';
}

/** Returns the status of the narrowest scope that has a decision. */
function expectedStatus(known: readonly Known[]): string {
  for (const scope of ['version', 'service']) {
    const active = known.find((each) => each.scope === scope && each.supersededBy === null);
    if (active !== undefined && isDeciding(active.action)) return STATUSES[active.action];
  }
  return 'relevant';
}

describe('any sequence of decisions and reverts', () => {
  const step = fc.oneof(
    fc.record({
      scope: fc.constantFrom('version' as const, 'service' as const),
      action: fc.constantFrom('confirm' as const, 'in_triage' as const, 'false_positive' as const),
    }),
    fc.record({ takeBack: fc.nat() }),
  );

  it('leaves at most one active decision per scope, and the finding has the status of the narrowest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const own = await openDecisionDesk(assay);
        await own.upload('shop', '1.0', ['left-pad@1.0.0']);
        const { id } = await own.find('shop', '1.0', 'left-pad');
        const known: Known[] = [];
        for (const each of steps) {
          if ('takeBack' in each) {
            const target = known[each.takeBack % Math.max(1, known.length)];
            if (target === undefined) continue;
            const { status } = await own.takeBack(target.id);
            expect(status).toBe(target.supersededBy === null ? 200 : 409);
            if (target.supersededBy !== null) continue;
            target.supersededBy = 'taken back';
            for (const before of known) if (before.supersededBy === target.id) before.supersededBy = null;
          } else {
            const { scope, action } = each;
            const { body } = await own.decide(id, { ...BODIES[action], scope });
            const made: Known = { id: body.decisions[0] ?? '', scope, action, supersededBy: null };
            for (const before of known)
              if (before.scope === scope && before.supersededBy === null) before.supersededBy = made.id;
            known.push(made);
          }
        }
        await own.rest();

        const active = (await own.history(id)).body.filter((each) => each.active).map((each) => each.id);
        const expected = known.filter(({ supersededBy }) => supersededBy === null);
        expect(active.toSorted()).toEqual(expected.map((each) => each.id).toSorted());
        expect(new Set(expected.map(({ scope }) => scope)).size).toBe(expected.length);
        expect((await own.find('shop', '1.0', 'left-pad')).relevance.status).toBe(expectedStatus(known));
      }),
      { numRuns: 8 },
    );
  });
});
