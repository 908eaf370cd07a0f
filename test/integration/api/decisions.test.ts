/** Decisions about findings: validation, scope, permissions and concurrent decisions. */
import { describe, expect, it } from 'vitest';
import type { WireAuditEntry } from '../../../src/api/contract/organization/organization.ts';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { countDecisions, useFilledDesk, type DecisionDesk } from '../../support/decision-desk.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const FALSE_POSITIVE = { action: 'false_positive', detail: 'It is another package.' };
const soon = (): string => new Date(Date.now() + DAY_MS).toISOString();

let assay: TestAssay;
let desk: DecisionDesk;

useFilledDesk((parts) => {
  ({ assay, desk } = parts);
});

describe('a decision about a finding', () => {
  it.each<[string, object, object, string]>([
    ['confirms', { action: 'confirm' }, { state: 'exploitable', effect: 'confirm' }, 'relevant'],
    ['looks at it', { action: 'in_triage' }, { state: 'in_triage', effect: 'annotate' }, 'relevant'],
    [
      'is not affected',
      { action: 'not_affected', justification: 'code_not_reachable', detail: 'Never called.' },
      { state: 'not_affected', effect: 'dismiss', justification: 'code_not_reachable' },
      'not_relevant',
    ],
    ['finds it false', FALSE_POSITIVE, { state: 'false_positive', effect: 'dismiss' }, 'not_relevant'],
    [
      'accepts the risk',
      { action: 'accept_risk', detail: 'It is cheap.', expiresAt: soon() },
      { state: 'exploitable', effect: 'deprioritize', label: 'accepted', response: ['will_not_fix'] },
      'deprioritized',
    ],
    [
      'has patched it',
      { action: 'patched', detail: 'With our own patch.' },
      { state: 'resolved_with_pedigree', effect: 'dismiss', scope: 'version', version: { name: '1.0' } },
      'not_relevant',
    ],
  ])('that %s is stored and published, with an event', async (_, body, expected, status) => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');

    const answer = await desk.decide(id, body);
    expect(answer).toMatchObject({ status: 200, body: { count: 1, replaced: 0, batchId: null, dryRun: false } });
    expect(answer.body.analysisIds).toHaveLength(1);
    await desk.rest();

    const found = await desk.find('shop', '1.0', 'left-pad');
    expect(found.relevance.status).toBe(status);
    expect(found.decision).toMatchObject({ id: answer.body.decisions[0], kind: 'human', by: 'A token' });
    const history = await desk.history(id);
    expect(history.body).toMatchObject([{ ...expected, active: true, applies: true, by: 'A token' }]);
  });

  it.each<[string, object, number, string]>([
    ['without a reason', { action: 'false_positive' }, 400, 'DECISION_INCOMPLETE'],
    ['without a justification', { action: 'not_affected', detail: 'x' }, 400, 'DECISION_INCOMPLETE'],
    ['that accepts a risk for ever', { action: 'accept_risk', detail: 'x' }, 400, 'DECISION_INCOMPLETE'],
    ['that ends yesterday', { action: 'in_triage', expiresAt: '2020-01-01T00:00:00Z' }, 400, 'DECISION_EXPIRY_INVALID'],
    ['that patches a service', { action: 'patched', detail: 'x', scope: 'service' }, 400, 'DECISION_SCOPE_REFUSED'],
    [
      'that contradicts itself',
      { action: 'confirm', justification: 'code_not_present' },
      400,
      'DECISION_CONTRADICTORY',
    ],
    ['about nothing', { action: 'nothing' }, 400, 'BODY_INVALID'],
    ['of a novel', { ...FALSE_POSITIVE, detail: 'x'.repeat(5_000) }, 400, 'BODY_INVALID'],
    ['with a broken pattern', { ...FALSE_POSITIVE, imagePattern: '[' }, 400, 'IMAGE_PATTERN_INVALID'],
    ['that accepts a missing suggestion', { action: 'accept_suggestion' }, 409, 'SUGGESTION_NONE'],
  ])('%s is rejected, and nothing is written', async (_, body, status, code) => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');

    for (const path of [`/finding/${id}/decision`, `/finding/${id}/decision?dryRun=true`])
      expect(await desk.call('POST', path, { body })).toMatchObject({ status, body: { code } });
    expect(await countDecisions(assay, desk)).toBe(0);
  });

  it.each<[string, string, { selected: object; others: object }, readonly string[]]>([
    [
      'version',
      '1.0',
      { selected: { versions: 1, findings: 1 }, others: { versions: 0, findings: 0 } },
      ['other 1.0 left-pad relevant', 'shop 1.0 left-pad not_relevant', 'shop 1.1 left-pad relevant'],
    ],
    [
      'service',
      '1.0',
      { selected: { versions: 1, findings: 1 }, others: { versions: 1, findings: 1 } },
      ['other 1.0 left-pad relevant', 'shop 1.0 left-pad not_relevant', 'shop 1.1 left-pad not_relevant'],
    ],
    [
      'organization',
      '1.0',
      { selected: { versions: 1, findings: 1 }, others: { versions: 2, findings: 2 } },
      ['other 1.0 left-pad not_relevant', 'shop 1.0 left-pad not_relevant', 'shop 1.1 left-pad not_relevant'],
    ],
  ])('for the %s affects what its dry run has counted', async (scope, version, counts, expected) => {
    const { id } = await desk.find('shop', version, 'left-pad');
    const body = { ...FALSE_POSITIVE, scope };

    const tried = await desk.call('POST', `/finding/${id}/decision?dryRun=true`, { body });
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true, count: 1, decisions: [], ...counts } });
    expect(await countDecisions(assay, desk)).toBe(0);
    expect(await desk.decide(id, body, { ifMatch: tried.etag })).toMatchObject({ status: 200, body: counts });
    await desk.rest();

    expect((await desk.statuses()).filter((line) => line.includes('left-pad'))).toEqual(expected);
  });

  it('applies to later versions, and not to a different finding', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    await desk.decide(id, FALSE_POSITIVE);
    await desk.rest();

    await desk.upload('shop', '1.2', ['left-pad@1.3.0', 'colors@1.0.0']);

    expect(await desk.statuses()).toEqual(
      expect.arrayContaining(['shop 1.2 left-pad not_relevant', 'shop 1.2 colors relevant']),
    );
  });

  it('can be limited to images', async () => {
    await desk.upload('shop', '2.0', ['left-pad@1.0.0'], 'registry.example.com/team/web:1');
    await desk.upload('shop', '2.0', ['colors@1.0.0'], 'registry.example.com/team/job:1');
    const { id } = await desk.find('shop', '2.0', 'left-pad');
    const body = { ...FALSE_POSITIVE, imagePattern: 'registry.example.com/team/web' };

    expect(await desk.decide(id, body)).toMatchObject({
      status: 200,
      body: { selected: { findings: 1 }, others: { findings: 0 } },
    });
    await desk.rest();

    expect(await desk.statuses()).toEqual(
      expect.arrayContaining(['shop 1.0 left-pad relevant', 'shop 2.0 left-pad not_relevant']),
    );
  });

  it('replaces the previous one in the same scope, and no other', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const first = await desk.decide(id, FALSE_POSITIVE);
    const narrow = await desk.decide(id, { action: 'confirm', scope: 'version' });
    const second = await desk.decide(id, { action: 'in_triage' });
    await desk.rest();

    expect(narrow.body.replaced).toBe(0);
    expect(second.body.replaced).toBe(1);
    const { body } = await desk.history(id);
    expect(body.map((each) => [each.id, each.active, each.supersededBy])).toEqual([
      [second.body.decisions[0], true, null],
      [narrow.body.decisions[0], true, null],
      [first.body.decisions[0], false, second.body.decisions[0]],
    ]);
    expect(body[2]).toMatchObject({ applies: null, supersededAt: expect.any(String) as string });
  });

  it('can accept or reject a suggestion', async () => {
    const suggested = await desk.find('shop', '1.0', 'builder');
    expect(suggested.relevance).toMatchObject({ status: 'relevant', suggestion: { code: 'dev-dependency' } });

    await desk.decide(suggested.id, { action: 'accept_suggestion' });
    await desk.rest();
    const accepted = await desk.find('shop', '1.0', 'builder');
    expect(accepted).toMatchObject({
      relevance: { status: 'not_relevant', basis: 'human', suggestion: null },
      decision: { state: 'not_affected', justification: 'code_not_reachable' },
    });

    const { body } = await desk.history(accepted.id);
    await desk.takeBack(body[0]?.id ?? '');
    await desk.rest();
    const again = await desk.find('shop', '1.0', 'builder');
    await desk.decide(again.id, { action: 'reject_suggestion' });
    await desk.rest();
    const rejected = await desk.find('shop', '1.0', 'builder');
    expect(rejected).toMatchObject({
      relevance: { status: 'relevant', basis: 'human', suggestion: null },
      decision: { state: 'exploitable' },
    });
  });

  it('relies on the profile fields that it cites, which must be known', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const body = { ...FALSE_POSITIVE, cites: [{ profile: 'web', path: 'exposure.reach' }] };
    expect(await desk.decide(id, body)).toMatchObject({ status: 400, body: { code: 'DECISION_FIELD_UNKNOWN' } });
    const profile = (reach: string) => ({ fields: { 'exposure.reach': { value: reach, confirmed: true } } });
    await desk.call('PUT', '/service/shop/profile/web', { body: profile('internal') });

    expect((await desk.decide(id, body)).status).toBe(200);
    const forAll = await desk.decide(id, { ...body, scope: 'organization' });
    expect(forAll).toMatchObject({ status: 400, body: { code: 'DECISION_CONTRADICTORY' } });
    await desk.rest();
    const hidden = await desk.find('shop', '1.0', 'left-pad');
    expect(hidden.relevance.status).toBe('not_relevant');
    expect((await desk.history(hidden.id)).body).toMatchObject([{ cites: body.cites, applies: true }]);

    await desk.call('PUT', '/service/shop/profile/web', { body: profile('internet') });
    await desk.rest();
    expect(await desk.find('shop', '1.0', 'left-pad')).toMatchObject({
      relevance: { status: 'relevant' },
      decision: { applies: false, needsReconfirmation: true, changedSince: ['profile-changed'] },
    });
  });

  it('is possible for open findings only, and not for a version whose documents were deleted', async () => {
    const gone = await desk.find('shop', '1.1', 'left-pad');
    await desk.upload('shop', '1.1', ['colors@1.0.0']);
    expect(await desk.decide(gone.id, FALSE_POSITIVE)).toMatchObject({
      status: 409,
      body: { code: 'FINDING_NOT_OPEN' },
    });

    const { id, version } = await desk.find('shop', '1.0', 'left-pad').then(async (found) => ({
      ...found,
      version: (await desk.call<{ id: string }>('GET', '/service/shop/version/1.0')).body,
    }));
    await assay.database.inOrg(desk.organization.id, async ({ client }) => {
      await client.query('update service_version set frozen_at = now() where id = $1', [version.id]);
    });
    const ofVersion = await desk.decide(id, { ...FALSE_POSITIVE, scope: 'version' });
    expect(ofVersion).toMatchObject({ status: 409, body: { code: 'VERSION_FROZEN' } });
    const ofService = await desk.decide(id, FALSE_POSITIVE);
    expect(ofService.body).toMatchObject({
      selected: { versions: 0 },
      unchanged: { versions: 1, findings: 1 },
      analysisIds: [],
    });
  });
});

describe('two users', () => {
  it('cannot overwrite each other: the second gets a conflict', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const [ann, bob] = [await desk.signIn('member', 'Ann'), await desk.signIn('member', 'Bob')];
    const seen = await desk.history(id);
    const tried = await desk.call('POST', `/finding/${id}/decision?dryRun=true`, { body: FALSE_POSITIVE, cookie: bob });
    expect(tried.etag).toBe(seen.etag);

    expect((await desk.decide(id, FALSE_POSITIVE, { ifMatch: seen.etag, cookie: ann })).status).toBe(200);
    const late = await desk.decide(id, { action: 'confirm' }, { ifMatch: tried.etag, cookie: bob });

    expect(late).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    const newer = await desk.history(id);
    expect(newer.body).toMatchObject([{ by: 'Ann', action: 'false_positive' }]);
    const again = await desk.decide(id, { action: 'confirm' }, { ifMatch: newer.etag, cookie: bob });
    expect(again).toMatchObject({ status: 200, body: { replaced: 1 } });
  });

  it('deciding concurrently leave one active decision', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const { etag } = await desk.history(id);

    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => await desk.decide(id, FALSE_POSITIVE, { ifMatch: etag })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    const { body } = await desk.history(id);
    expect(body.filter(({ active }) => active)).toHaveLength(1);
  });
});

describe('the permission to decide', () => {
  it('belongs to members, and for the whole organization to admins', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const forAll = { ...FALSE_POSITIVE, scope: 'organization' };
    const cookies = {
      viewer: await desk.signIn('viewer'),
      member: await desk.signIn('member'),
      admin: await desk.signIn('admin'),
    };
    const asked = async (role: keyof typeof cookies, body: object) =>
      await desk.decide(id, body, { cookie: cookies[role] });

    expect(await asked('viewer', FALSE_POSITIVE)).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } });
    expect((await asked('member', FALSE_POSITIVE)).status).toBe(200);
    expect(await asked('member', forAll)).toMatchObject({ status: 403, body: { code: 'DECISION_ADMIN_REQUIRED' } });
    const [made = ''] = (await asked('admin', forAll)).body.decisions;
    expect(await desk.takeBack(made, { cookie: cookies.member })).toMatchObject({
      status: 403,
      body: { code: 'DECISION_ADMIN_REQUIRED' },
    });
    expect((await desk.takeBack(made, { cookie: cookies.admin })).status).toBe(200);
  });

  it('belongs to a token with the scope, for its own services', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const { body: other } = await desk.call<{ id: string }>('GET', '/service/other');
    const reader = await desk.organization.newToken({ scopes: ['read'] });
    const triage = await desk.organization.newToken({ scopes: ['read', 'triage'] });
    const foreign = await desk.organization.newToken({ scopes: ['read', 'triage'], serviceIds: [other.id] });

    expect((await desk.decide(id, FALSE_POSITIVE, { token: reader })).status).toBe(403);
    expect((await desk.decide(id, FALSE_POSITIVE, { token: foreign })).status).toBe(404);
    const [made = ''] = (await desk.decide(id, FALSE_POSITIVE, { token: triage })).body.decisions;
    expect((await desk.takeBack(made, { token: foreign })).status).toBe(404);
    expect((await desk.call('GET', `/finding/${id}/decision`, { token: foreign })).status).toBe(404);
    const bulk = { findings: [id], decision: FALSE_POSITIVE, dryRun: true };
    const tried = await desk.call('POST', '/decision/bulk', { body: bulk, token: foreign });
    expect(tried).toMatchObject({ status: 200, body: { count: 0 } });
  });

  it('is audited with each decision and each revert', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const cookie = await desk.signIn('member', 'Ann');
    const [made = ''] = (await desk.decide(id, FALSE_POSITIVE, { cookie })).body.decisions;
    await desk.takeBack(made, { cookie });

    const { body } = await desk.call<WireAuditEntry[]>('GET', '/audit?q=decision');

    expect(body).toMatchObject([
      { action: 'decision.reverted', actor: { name: 'Ann' }, before: { decision: made }, after: { restored: 0 } },
      {
        action: 'decision.made',
        actor: { name: 'Ann' },
        subject: { kind: 'finding' },
        after: { decision: made, action: 'false_positive', detail: FALSE_POSITIVE.detail, scope: 'service' },
      },
    ]);
  });
});
