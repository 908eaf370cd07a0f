/** Assignee, due date, issue and comments of findings: for all versions of a service, with history and audit log. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireComment, WireFindingWork } from '../../../src/api/contract/findings/work.ts';
import type { WireFindingDetails, WireFindingHistory } from '../../../src/api/contract/history/history.ts';
import type { WireAuditEntry } from '../../../src/api/contract/organization/organization.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { useFilledDesk, type CallOptions, type DecisionDesk } from '../../support/decision-desk.ts';
import { aMember, callAs, type TestPerson } from '../../support/people.ts';
import type { TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
let desk: DecisionDesk;
let ada: TestPerson;
let id: string;

useFilledDesk(async (parts) => {
  ({ assay, desk } = parts);
  ada = await aMember(assay, desk.organization.id, 'member', { name: 'Ada Lovelace' });
  id = (await desk.find('shop', '1.0', 'left-pad')).id;
});

async function setWork(body: object, options: CallOptions = {}) {
  return await desk.call<WireFindingWork>('PATCH', `/finding/${id}/work`, { ...options, body });
}

async function getWork(version: string, service = 'shop'): Promise<WireFindingWork | null> {
  const { id: rowId } = await desk.find(service, version, 'left-pad');
  return (await desk.call<WireFindingDetails>('GET', `/finding/${rowId}`)).body.work;
}

async function comment(text: string, options: CallOptions = {}) {
  return await desk.call<WireComment>('POST', `/finding/${id}/comment`, { ...options, body: { text } });
}

async function listComments(version = '1.0'): Promise<string[]> {
  const { id: rowId } = await desk.find('shop', version, 'left-pad');
  return (await desk.call<WireComment[]>('GET', `/finding/${rowId}/comment`)).body.map(({ text }) => text);
}

async function listAudit(): Promise<WireAuditEntry[]> {
  return (await desk.call<WireAuditEntry[]>('GET', '/audit')).body;
}

async function listAssigned(query: string, cookie = ada.cookie): Promise<string[]> {
  const { status, body } = await desk.call<WirePlacedFinding[]>('GET', `/finding?${query}`, { cookie });
  expect(status).toBe(200);
  return body.map(({ service, component }) => `${service.name} ${component.name}`).toSorted();
}

describe('PATCH /finding/{id}/work', () => {
  it('assigns the finding in all versions of the service and in no other service', async () => {
    const { status, body } = await setWork({ assigneeId: ada.id, dueOn: '2030-01-31' }, { cookie: ada.cookie });

    expect(status).toBe(200);
    expect(body).toEqual({
      assignee: { id: ada.id, name: 'Ada Lovelace' },
      formerAssignee: null,
      dueOn: '2030-01-31',
      issueUrl: null,
      assignedBy: 'Ada Lovelace',
      assignedAt: expect.any(String) as string,
    });
    expect(await getWork('1.1')).toEqual(body);
    expect(await getWork('1.0', 'other')).toBeNull();
  });

  it('keeps the assignment when the version is published again and when a new version is uploaded', async () => {
    await setWork({ assigneeId: ada.id });
    await desk.decide(id, { action: 'confirm' });
    await desk.rest();
    await desk.upload('shop', '2.0', ['left-pad@2.0.0']);

    expect((await getWork('1.0'))?.assignee?.id).toBe(ada.id);
    expect((await getWork('2.0'))?.assignee?.id).toBe(ada.id);
  });

  it('changes only the members that are sent, and clears those that are null', async () => {
    await setWork({ assigneeId: ada.id, dueOn: '2030-01-31', issueUrl: 'https://tracker.example.com/SEC-1' });
    const { body } = await setWork({ dueOn: null });

    expect(body).toMatchObject({
      assignee: { id: ada.id },
      dueOn: null,
      issueUrl: 'https://tracker.example.com/SEC-1',
    });
    await setWork({ assigneeId: null, issueUrl: null });
    expect(await getWork('1.0')).toBeNull();
  });

  it('writes an audit entry and an event for an assignment, and no event for an issue', async () => {
    await setWork({ assigneeId: ada.id });
    await setWork({ issueUrl: 'https://tracker.example.com/SEC-1' });

    const [issue, assigned] = (await listAudit()).filter(({ action }) => action === 'finding.work_changed');
    const name = { vulnerability: 'CVE-2024-10001', package: 'left-pad' };
    expect(issue?.after).toMatchObject({ ...name, issueUrl: 'https://tracker.example.com/SEC-1' });
    expect(assigned).toMatchObject({
      before: { ...name, assignee: null },
      after: { ...name, assignee: 'Ada Lovelace' },
    });
    const { body } = await desk.call<WireFindingHistory>('GET', `/finding/${id}/history`);
    expect(body.events.map(({ type }) => type).filter((type) => type === 'finding.assigned')).toHaveLength(1);
    expect(body.events.find(({ type }) => type === 'finding.assigned')?.detail).toMatchObject({
      ...name,
      assignee: { id: ada.id },
    });
  });

  it.each([
    ['a javascript URL', { issueUrl: 'javascript:alert(1)' }],
    ['a URL with a password', { issueUrl: 'https://me:secret@tracker.example.com/' }],
    ['a relative URL', { issueUrl: '/SEC-1' }],
    ['a very long URL', { issueUrl: `https://tracker.example.com/${'x'.repeat(LIMITS.issueUrlCharactersMax)}` }],
    ['an id that is no UUID', { assigneeId: 'me' }],
    ['no change', {}],
  ])('rejects %s', async (_name, body) => {
    expect((await setWork(body)).status).toBe(400);
    expect(await getWork('1.0')).toBeNull();
  });

  it.each([
    ['a text that is no day', 'tomorrow'],
    ['a day that does not exist', '2030-02-30'],
    ['a day that PostgreSQL cannot store as text', '0001-01-01'],
  ])('explains %s in one message', async (_name, dueOn) => {
    const { status, body } = await setWork({ dueOn });

    expect(status).toBe(400);
    expect(body.errorMessage).toBe('In the body, "/dueOn" must be a day from 1970 to 9999, for example 2026-11-30.');
    expect(await getWork('1.0')).toBeNull();
  });

  it('rejects an assignee who is not a member of the organization', async () => {
    const stranger = await aMember(assay, (await assay.newOrganization()).id, 'member');
    const { status, body } = await setWork({ assigneeId: stranger.id });

    expect([status, body.code]).toEqual([400, 'ASSIGNEE_UNKNOWN']);
  });

  it('rejects viewers', async () => {
    expect((await setWork({ dueOn: '2030-01-31' }, { cookie: await desk.signIn('viewer') })).status).toBe(403);
  });

  it('unassigns the findings of a removed member and says so', async () => {
    await setWork({ assigneeId: ada.id, dueOn: '2030-01-31' });
    const owner = await aMember(assay, desk.organization.id, 'owner');
    const removed = await callAs(assay, owner.cookie, `/member/${ada.id}`, { method: 'DELETE' });
    expect(removed.status).toBe(204);

    expect(await getWork('1.1')).toMatchObject({
      assignee: null,
      formerAssignee: 'Ada Lovelace',
      dueOn: '2030-01-31',
    });
    const { body } = await desk.call<WireFindingHistory>('GET', `/finding/${id}/history`);
    expect(body.events.find(({ type }) => type === 'finding.assigned')?.detail).toMatchObject({
      assignee: null,
      formerAssignee: 'Ada Lovelace',
    });
    expect((await listAudit()).find(({ action }) => action === 'member.removed')?.after).toEqual({
      unassignedFindings: 1,
    });
    expect((await setWork({ assigneeId: null })).body.formerAssignee).toBeNull();
  });
});

describe('the filter by assignee', () => {
  beforeEach(async () => {
    await setWork({ assigneeId: ada.id });
  });

  it('lists the findings of the signed-in user, of a member, and those without assignee', async () => {
    expect(await listAssigned('assignee=me')).toEqual(['shop left-pad']);
    expect(await listAssigned(`assignee=${ada.id}`)).toEqual(['shop left-pad']);
    expect(await listAssigned('assignee=none')).toEqual(['other left-pad', 'shop colors']);
    expect(await listAssigned('assignee=me', await desk.signIn('member'))).toEqual([]);
  });

  it('applies to the findings of a version, and to counts', async () => {
    const { body } = await desk.call<WirePlacedFinding[]>(
      'GET',
      `/service/shop/version/1.0/finding?assignee=${ada.id}`,
    );
    const counted = await desk.call<{ total: number }>('GET', `/finding/summary?assignee=${ada.id}`);

    expect(body.map(({ component }) => component.name)).toEqual(['left-pad']);
    expect(counted.body.total).toBe(1);
  });

  it('rejects "me" with a token, and other words', async () => {
    expect((await desk.call('GET', '/finding?assignee=me')).body.code).toBe('PERSON_REQUIRED');
    expect((await desk.call('GET', '/finding?assignee=ada')).status).toBe(400);
  });
});

describe('comments on a finding', () => {
  it('are listed in all versions of the service, oldest first, as they were written', async () => {
    const text = '<script>alert(1)</script> & **bold** \u202e RTL\nsecond line';
    await comment(`  ${text}\n`);
    await comment('Another');

    expect(await listComments('1.1')).toEqual([text, 'Another']);
  });

  it('have an author, an audit entry and an event without their text', async () => {
    const { status, body } = await comment('A secret', { cookie: ada.cookie });

    expect(status).toBe(201);
    expect(body.author).toEqual({ kind: 'person', id: ada.id, name: 'Ada Lovelace' });
    const entry = (await listAudit()).find(({ action }) => action === 'comment.added');
    const { body: history } = await desk.call<WireFindingHistory>('GET', `/finding/${id}/history`);
    const event = history.events.find(({ type }) => type === 'finding.commented');
    expect(entry?.after).toEqual({ vulnerability: 'CVE-2024-10001', package: 'left-pad', comment: body.id });
    expect(event?.detail).toMatchObject({ comment: body.id, by: 'Ada Lovelace' });
    expect(JSON.stringify([entry, event])).not.toContain('A secret');
  });

  it.each([
    ['an empty text', ' \n '],
    ['a text that is too long', 'x'.repeat(LIMITS.commentCharactersMax + 1)],
    ['a NUL character', 'a\u0000b'],
  ])('reject %s', async (_name, text) => {
    expect((await comment(text)).status).toBe(400);
  });

  it('can be deleted by their author and by admins', async () => {
    const own = (await comment('Mine', { cookie: ada.cookie })).body.id;
    const another = (await comment('From a token')).body.id;
    const remove = async (which: string, cookie: string) =>
      await desk.call('DELETE', `/finding/${id}/comment/${which}`, { cookie });

    expect((await remove(another, ada.cookie)).body.code).toBe('COMMENT_NOT_OWN');
    expect((await remove(own, ada.cookie)).status).toBe(204);
    expect((await remove(own, ada.cookie)).body.code).toBe('COMMENT_UNKNOWN');
    expect((await remove(another, await desk.signIn('admin'))).status).toBe(204);
    expect(await listComments()).toEqual([]);
    const deletions = (await listAudit()).filter(({ action }) => action === 'comment.deleted');
    expect(deletions.map(({ before }) => before)).toEqual([
      { vulnerability: 'CVE-2024-10001', package: 'left-pad', comment: another, author: expect.any(String) as string },
      { vulnerability: 'CVE-2024-10001', package: 'left-pad', comment: own, author: 'Ada Lovelace' },
    ]);
  });

  it('cannot be deleted through another finding', async () => {
    const { body } = await comment('Mine');
    const other = await desk.find('shop', '1.0', 'colors');

    expect((await desk.call('DELETE', `/finding/${other.id}/comment/${body.id}`)).status).toBe(404);
    expect(await listComments()).toEqual(['Mine']);
  });

  it('have a limit per finding', async () => {
    await assay.database.inOrg(desk.organization.id, async ({ client }) => {
      await client.query(
        `insert into finding_comment
         select f.org_id, gen_random_uuid(), f.fingerprint, f.service_id, 'x', now(), 'system', '', ''
         from finding f, generate_series(1, $1) where f.package like '%left-pad'`,
        [LIMITS.commentsPerFindingMax],
      );
    });

    expect((await comment('One more')).body.code).toBe('COMMENTS_LIMIT');
  });
});

it('removes work and comments with their service', async () => {
  await setWork({ dueOn: '2030-01-31' });
  await comment('Mine');
  expect((await desk.call('DELETE', '/service/shop')).status).toBeLessThan(300);

  const count = async (): Promise<number> =>
    await assay.database.inOrg(desk.organization.id, async ({ client, orgId }) => {
      const { rows } = await client.query<{ count: number }>(
        `select ((select count(*) from finding_work where org_id = $1)
          + (select count(*) from finding_comment where org_id = $1))::int as count`,
        [orgId],
      );
      return rows[0]?.count ?? 0;
    });
  await expect.poll(count, { timeout: 20_000 }).toBe(0);
});
