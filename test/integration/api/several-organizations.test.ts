/** A user in several organizations: switching, other tabs, and leaving one of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMembership } from '../../../src/store/people/members.ts';
import { aMember, callAs, cookieOf, PASSWORD, type PersonRequest, type TestPerson } from '../../support/people.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;
let first: TestOrganization;
let second: TestOrganization;
let person: TestPerson;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  first = await assay.newOrganization();
  second = await assay.newOrganization();
  await aMember(assay, first.id, 'owner');
  await aMember(assay, second.id, 'owner');
  person = await aMember(assay, first.id, 'owner');
  const createdAt = new Date().toISOString();
  const membership = { personId: person.id, role: 'owner', createdAt } as const;
  await assay.database.inOrg(second.id, async (tx) => await insertMembership(tx, membership));
});

/** Sends the request as a tab that shows the organization. */
async function callFrom(shown: TestOrganization, path: string, request: PersonRequest = {}): Promise<Response> {
  return await callAs(assay, person.cookie, path, { ...request, headers: { 'assay-organization': shown.id } });
}

async function switchTo({ id }: TestOrganization): Promise<Response> {
  return await callAs(assay, person.cookie, '/session/organization', { method: 'POST', body: { organizationId: id } });
}

describe('a switch to another organization', () => {
  it('is audited in the entered organization', async () => {
    await switchTo(second);
    await switchTo(second);

    const entries = (await (await callAs(assay, person.cookie, '/audit?q=session.switched')).json()) as unknown[];

    expect(entries).toMatchObject([{ action: 'session.switched', actor: { id: person.id } }]);
    expect(JSON.stringify(entries)).not.toContain(first.id);
  });

  it('requires a request from our own pages', async () => {
    const response = await callAs(assay, person.cookie, '/session/organization', {
      method: 'POST',
      body: { organizationId: second.id },
      headers: { 'sec-fetch-site': 'cross-site' },
    });

    expect([response.status, await response.json()]).toMatchObject([403, { code: 'ORIGIN_REFUSED' }]);
  });

  it('is remembered by the next sign-in', async () => {
    await switchTo(second);
    const body = { email: person.email, password: PASSWORD };
    const there = await callAs(assay, undefined, '/session', { method: 'POST', body });
    expect(await there.json()).toMatchObject({ organization: { id: second.id } });

    await callAs(assay, cookieOf(there), '/session/organization', {
      method: 'POST',
      body: { organizationId: first.id },
    });
    const back = await callAs(assay, undefined, '/session', { method: 'POST', body });
    expect(await back.json()).toMatchObject({ organization: { id: first.id } });
  });
});

describe('a tab that still shows the organization before a switch', () => {
  it('neither reads nor changes the other one', async () => {
    await switchTo(second);
    const name = { method: 'PATCH', body: { name: 'Changed by an old tab' } };

    const answers = [
      await callFrom(first, '/me'),
      await callFrom(first, '/service'),
      await callFrom(first, '/organization', name),
      await callFrom(first, '/invitation', { method: 'POST', body: { email: 'guest@example.com' } }),
      await callAs(assay, person.cookie, `/event/stream?organization=${first.id}`),
    ];

    for (const answer of answers)
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'ORGANIZATION_CHANGED' }]);
    expect(await (await callFrom(second, '/organization')).json()).toMatchObject({ name: 'Another organization' });
    expect(await (await callFrom(second, '/invitation')).json()).toEqual([]);
  });

  it('can switch back or sign out', async () => {
    await switchTo(second);
    const body = { organizationId: first.id };
    expect((await callFrom(first, '/session/organization', { method: 'POST', body })).status).toBe(200);
    expect((await callFrom(first, '/me')).status).toBe(200);

    await switchTo(second);
    expect((await callFrom(first, '/session', { method: 'DELETE' })).status).toBe(204);
    expect((await callFrom(second, '/me')).status).toBe(401);
  });

  it('is also rejected for a token of another organization', async () => {
    const headers = { 'assay-organization': second.id.toUpperCase() };

    expect((await assay.request('/api/v2/me', { token: first.token, headers })).status).toBe(409);
    expect((await assay.request('/api/v2/me', { token: second.token, headers })).status).toBe(200);
  });
});

describe('removal from one organization', () => {
  it('ends the sessions there, and leaves the others', async () => {
    const body = { email: person.email, password: PASSWORD };
    const elsewhere = cookieOf(await callAs(assay, undefined, '/session', { method: 'POST', body }));
    await switchTo(second);
    const removed = await assay.request(`/api/v2/member/${person.id}`, { method: 'DELETE', token: first.token });
    expect(removed.status).toBe(403);
    const owner = await aMember(assay, first.id, 'owner');

    expect((await callAs(assay, owner.cookie, `/member/${person.id}`, { method: 'DELETE' })).status).toBe(204);

    expect((await callAs(assay, elsewhere, '/me')).status).toBe(401);
    expect(await (await callAs(assay, person.cookie, '/me')).json()).toMatchObject({
      organization: { id: second.id },
      organizations: [{ id: second.id }],
    });
    expect((await switchTo(first)).status).toBe(404);
  });
});
