/** People decide about findings: what is refused, what it reaches, who may, what two of them do to each other, and how it is undone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireAuditEntry } from '../../../src/api/contract/audit.ts';
import type { WireDecisionOutcome } from '../../../src/api/contract/decision.ts';
import { DESK_RECORDS, openDecisionDesk, type DecisionDesk } from '../../support/decision-desk.ts';
import { anOsvExport, writeMirror } from '../../support/osv-mirror.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const FALSE_POSITIVE = { action: 'false_positive', detail: 'It is another package.' };
const soon = (): string => new Date(Date.now() + 86_400_000).toISOString();

let assay: TestAssay;
let folder: string;
let desk: DecisionDesk;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'));
  await writeMirror(folder, anOsvExport({ npm: DESK_RECORDS }));
  assay = await startTestAssay({
    ...{ ASSAY_OSV_URL: pathToFileURL(folder).href, ASSAY_ADVISORY_ECOSYSTEMS: 'npm' },
  });
  const isReady = async (): Promise<boolean> => {
    const sources = (await (await assay.request('/api/v2/advisory-source')).json()) as {
      name: string;
      state: string;
    }[];
    return sources.some(({ name, state }) => name === 'osv' && state === 'ready');
  };
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100));
});
afterAll(async () => {
  await assay.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  desk = await openDecisionDesk(assay);
  await desk.upload('shop', '1.0', ['left-pad@1.0.0', 'colors@1.0.0', 'builder@1.0.0!']);
  await desk.upload('shop', '1.1', ['left-pad@1.2.0', 'colors@1.0.0']);
  await desk.upload('other', '1.0', ['left-pad@1.0.0']);
});

async function decidedRows(): Promise<number> {
  return await assay.database.inOrg(desk.organization.id, async ({ client }) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from decision');
    return rows[0]?.count ?? 0;
  });
}

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
  ])('that %s is kept, told and published', async (_, body, expected, status) => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');

    const answer = await desk.decide(id, body);
    expect(answer).toMatchObject({ status: 200, body: { count: 1, replaced: 0, batchId: null, dryRun: false } });
    expect(answer.body.analysisIds).toHaveLength(1);
    await desk.rest();

    const found = await desk.find('shop', '1.0', 'left-pad');
    expect(found.relevance.status).toBe(status);
    expect(found.decision).toMatchObject({ id: answer.body.decisions[0], kind: 'human', by: 'A token' });
    const history = await desk.history(id);
    expect(history.body).toMatchObject([{ ...expected, standing: true, applies: true, by: 'A token' }]);
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
    ['that accepts what nobody suggests', { action: 'accept_suggestion' }, 409, 'SUGGESTION_NONE'],
  ])('%s is refused, and nothing is written', async (_, body, status, code) => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');

    for (const path of [`/finding/${id}/decision`, `/finding/${id}/decision?dryRun=true`])
      expect(await desk.call('POST', path, { body })).toMatchObject({ status, body: { code } });
    expect(await decidedRows()).toBe(0);
  });

  it.each<[string, string, { here: object; elsewhere: object }, readonly string[]]>([
    [
      'version',
      '1.0',
      { here: { versions: 1, findings: 1 }, elsewhere: { versions: 0, findings: 0 } },
      ['other 1.0 left-pad relevant', 'shop 1.0 left-pad not_relevant', 'shop 1.1 left-pad relevant'],
    ],
    [
      'service',
      '1.0',
      { here: { versions: 1, findings: 1 }, elsewhere: { versions: 1, findings: 1 } },
      ['other 1.0 left-pad relevant', 'shop 1.0 left-pad not_relevant', 'shop 1.1 left-pad not_relevant'],
    ],
    [
      'organization',
      '1.0',
      { here: { versions: 1, findings: 1 }, elsewhere: { versions: 2, findings: 2 } },
      ['other 1.0 left-pad not_relevant', 'shop 1.0 left-pad not_relevant', 'shop 1.1 left-pad not_relevant'],
    ],
  ])('for the %s reaches what a dry run has counted', async (scope, version, counts, expected) => {
    const { id } = await desk.find('shop', version, 'left-pad');
    const body = { ...FALSE_POSITIVE, scope };

    const tried = await desk.call('POST', `/finding/${id}/decision?dryRun=true`, { body });
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true, count: 1, decisions: [], ...counts } });
    expect(await decidedRows()).toBe(0);
    expect(await desk.decide(id, body, { ifMatch: tried.etag })).toMatchObject({ status: 200, body: counts });
    await desk.rest();

    expect((await desk.statuses()).filter((line) => line.includes('left-pad'))).toEqual(expected);
  });

  it('holds in versions that come later, and not in what is not the same', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    await desk.decide(id, FALSE_POSITIVE);
    await desk.rest();

    await desk.upload('shop', '1.2', ['left-pad@1.3.0', 'colors@1.0.0']);

    expect(await desk.statuses()).toEqual(
      expect.arrayContaining(['shop 1.2 left-pad not_relevant', 'shop 1.2 colors relevant']),
    );
  });

  it('is limited to images where it says so', async () => {
    await desk.upload('shop', '2.0', ['left-pad@1.0.0'], 'registry.example.com/team/web:1');
    await desk.upload('shop', '2.0', ['colors@1.0.0'], 'registry.example.com/team/job:1');
    const { id } = await desk.find('shop', '2.0', 'left-pad');
    const body = { ...FALSE_POSITIVE, imagePattern: 'registry.example.com/team/web' };

    expect(await desk.decide(id, body)).toMatchObject({
      ...{ status: 200, body: { here: { findings: 1 }, elsewhere: { findings: 0 } } },
    });
    await desk.rest();

    expect(await desk.statuses()).toEqual(
      expect.arrayContaining(['shop 1.0 left-pad relevant', 'shop 2.0 left-pad not_relevant']),
    );
  });

  it('takes the place of the one before in the same scope, and of no other', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const first = await desk.decide(id, FALSE_POSITIVE);
    const narrow = await desk.decide(id, { action: 'confirm', scope: 'version' });
    const second = await desk.decide(id, { action: 'in_triage' });
    await desk.rest();

    expect(narrow.body.replaced).toBe(0);
    expect(second.body.replaced).toBe(1);
    const { body } = await desk.history(id);
    expect(body.map((each) => [each.id, each.standing, each.supersededBy])).toEqual([
      [second.body.decisions[0], true, null],
      [narrow.body.decisions[0], true, null],
      [first.body.decisions[0], false, second.body.decisions[0]],
    ]);
    expect(body[2]).toMatchObject({ applies: null, supersededAt: expect.any(String) as string });
  });

  it('accepts or rejects what a machine suggests', async () => {
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

  it('rests on what it cites, and only on what is known', async () => {
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

  it('is made about what is open alone, and not for a version whose documents are gone', async () => {
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
      here: { versions: 0 },
      kept: { versions: 1, findings: 1 },
      analysisIds: [],
    });
  });
});

describe('two people', () => {
  it('do not decide over each other: the second is told', async () => {
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

  it('at the same moment leave one decision that counts', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const { etag } = await desk.history(id);

    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => await desk.decide(id, FALSE_POSITIVE, { ifMatch: etag })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    const { body } = await desk.history(id);
    expect(body.filter(({ standing }) => standing)).toHaveLength(1);
  });
});

describe('taking back', () => {
  it('is as if it had never been decided, and the one before counts again', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const first = await desk.decide(id, FALSE_POSITIVE);
    const second = await desk.decide(id, { action: 'confirm' });
    const [secondId = '', firstId = ''] = [second.body.decisions[0], first.body.decisions[0]];

    expect(await desk.takeBack(secondId)).toMatchObject({
      status: 200,
      body: { takenBack: 1, restored: 1, skipped: 0 },
    });
    await desk.rest();
    expect((await desk.find('shop', '1.1', 'left-pad')).relevance.status).toBe('not_relevant');

    expect(await desk.takeBack(firstId)).toMatchObject({ status: 200, body: { takenBack: 1, restored: 0 } });
    await desk.rest();
    const found = await desk.find('shop', '1.1', 'left-pad');
    expect(found).toMatchObject({ relevance: { status: 'relevant', basis: 'default', reasons: [] }, decision: null });
    const { body } = await desk.history(found.id);
    expect(body.map(({ action }) => action)).toEqual(['taken_back', 'taken_back', 'confirm', 'false_positive']);
    expect(body.some(({ standing }) => standing)).toBe(false);
  });

  it('happens once', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const [decision = ''] = (await desk.decide(id, FALSE_POSITIVE)).body.decisions;

    const answers = await Promise.all([1, 2, 3].map(async () => await desk.takeBack(decision)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { body } = await desk.history(id);
    expect(await desk.takeBack(body[0]?.id ?? '')).toMatchObject({ status: 404, body: { code: 'DECISION_UNKNOWN' } });
    expect((await desk.takeBack('nothing')).status).toBe(404);
  });
});

describe('deciding about many', () => {
  const tryBulk = async (body: object) =>
    await desk.call<WireDecisionOutcome>('POST', '/decision/bulk', { body: { ...body, dryRun: true } });

  it('is tried first, done as it was tried, and taken back as a whole', async () => {
    const body = { filter: { service: 'shop', version: '1.0', severity: 'medium' }, decision: FALSE_POSITIVE };
    const before = await desk.statuses();
    const tried = await tryBulk(body);
    const counts = { count: 2, here: { versions: 1, findings: 2 }, elsewhere: { versions: 1, findings: 2 } };
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true, batchId: null, ...counts } });
    expect(await decidedRows()).toBe(0);

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
    expect(undone).toMatchObject({ status: 200, body: { takenBack: 2, restored: 0, skipped: 0 } });
    await desk.rest();
    expect(await desk.statuses()).toEqual(before);
    expect(await desk.takeBack(`bulk/${done.body.batchId}`)).toMatchObject({
      ...{ status: 409, body: { code: 'DECISION_NOT_STANDING' } },
    });
  });

  it('is refused without a look at it, and when that look is old', async () => {
    const body = { filter: { service: 'shop' }, decision: FALSE_POSITIVE };
    expect(await desk.call('POST', '/decision/bulk', { body })).toMatchObject({
      ...{ status: 428, body: { code: 'DECISION_NOT_PREVIEWED' } },
    });
    const tried = await tryBulk(body);
    const { id } = await desk.find('shop', '1.1', 'colors');
    await desk.decide(id, { action: 'confirm' });

    const late = await desk.call('POST', '/decision/bulk', { body, ifMatch: tried.etag });

    expect(late).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    expect(await decidedRows()).toBe(1);
  });

  it('brings back what it had replaced, and leaves what was decided since', async () => {
    const { id } = await desk.find('shop', '1.1', 'colors');
    await desk.decide(id, { action: 'confirm' });
    const body = { filter: { service: 'shop', version: '1.1' }, decision: FALSE_POSITIVE };
    const tried = await tryBulk(body);
    expect(tried.body).toMatchObject({ count: 2, replaced: 1 });
    const done = await desk.call<WireDecisionOutcome>('POST', '/decision/bulk', { body, ifMatch: tried.etag });
    const pad = await desk.find('shop', '1.1', 'left-pad');
    await desk.decide(pad.id, { action: 'in_triage' });

    const undone = await desk.takeBack(`bulk/${done.body.batchId}`);

    expect(undone.body).toMatchObject({ takenBack: 1, restored: 1, skipped: 1 });
    await desk.rest();
    expect((await desk.find('shop', '1.1', 'colors')).decision).toMatchObject({ action: 'confirm' });
    expect((await desk.find('shop', '1.1', 'left-pad')).decision).toMatchObject({ action: 'in_triage' });
  });

  it('counts a vulnerability once where it is decided for all, and answers what is suggested alone', async () => {
    const everywhere = await tryBulk({
      ...{ filter: { package: 'left-pad' }, decision: { ...FALSE_POSITIVE, scope: 'organization' } },
    });
    expect(everywhere.body).toMatchObject({ count: 1, here: { versions: 2 }, elsewhere: { versions: 1 } });

    const answered = await tryBulk({
      ...{ filter: { service: 'shop', version: '1.0' }, decision: { action: 'accept_suggestion' } },
    });
    expect(answered.body).toMatchObject({ count: 1, skipped: 2, here: { findings: 1 } });

    const named = await tryBulk({
      findings: [(await desk.find('shop', '1.0', 'left-pad')).id, '00000000-0000-7000-8000-000000000000'],
      decision: FALSE_POSITIVE,
    });
    expect(named.body).toMatchObject({ count: 1 });
  });

  it.each<[string, object, number]>([
    ['neither a filter nor findings', { decision: FALSE_POSITIVE }, 400],
    ['both', { filter: {}, findings: ['00000000-0000-7000-8000-000000000000'], decision: FALSE_POSITIVE }, 400],
    ['a version of nobody', { filter: { version: '1.0' }, decision: FALSE_POSITIVE }, 400],
    ['a filter that is none', { filter: { severity: 'terrible' }, decision: FALSE_POSITIVE }, 400],
    ['a service that is not there', { filter: { service: 'absent' }, decision: FALSE_POSITIVE }, 404],
  ])('is refused for %s', async (_, body, status) => {
    expect((await tryBulk(body)).status).toBe(status);
  });
});

describe('who may decide', () => {
  it('is a member, and for the whole organization an admin', async () => {
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
      ...{ status: 403, body: { code: 'DECISION_ADMIN_REQUIRED' } },
    });
    expect((await desk.takeBack(made, { cookie: cookies.admin })).status).toBe(200);
  });

  it('is a token with the scope, in its own services', async () => {
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

  it('is in the audit, with what was decided and what was taken back', async () => {
    const { id } = await desk.find('shop', '1.0', 'left-pad');
    const cookie = await desk.signIn('member', 'Ann');
    const [made = ''] = (await desk.decide(id, FALSE_POSITIVE, { cookie })).body.decisions;
    await desk.takeBack(made, { cookie });

    const { body } = await desk.call<WireAuditEntry[]>('GET', '/audit?q=decision');

    expect(body).toMatchObject([
      { action: 'decision.taken_back', actor: { name: 'Ann' }, before: { decision: made }, after: { restored: 0 } },
      {
        ...{ action: 'decision.made', actor: { name: 'Ann' }, subject: { kind: 'finding' } },
        after: { decision: made, action: 'false_positive', detail: FALSE_POSITIVE.detail, scope: 'service' },
      },
    ]);
  });
});
