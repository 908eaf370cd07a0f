/** The inbox of a member: which findings wait, and when a handled one comes back. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireInbox } from '../../../src/api/contract/findings/inbox.ts';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { useFilledDesk, type DecisionDesk } from '../../support/decision-desk.ts';
import { aMember, type TestPerson } from '../../support/people.ts';
import type { TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
let desk: DecisionDesk;
let ada: TestPerson;

useFilledDesk(async (parts) => {
  ({ assay, desk } = parts);
  ada = await aMember(assay, desk.organization.id, 'member', { name: 'Ada Lovelace' });
});

async function getInbox(cookie = ada.cookie, query = ''): Promise<WireInbox> {
  const { status, body } = await desk.call<WireInbox>('GET', `/inbox${query}`, { cookie });
  expect(status).toBe(200);
  return body;
}

/** The parts that are not empty. */
async function listParts(cookie?: string): Promise<Record<string, string[]>> {
  const { parts } = await getInbox(cookie);
  const named = parts.map(({ name, findings }) => [
    name,
    findings.map(({ service, component }) => `${service.name} ${component.name}`).toSorted(),
  ]);
  return Object.fromEntries(named.filter(([, findings]) => findings?.length !== 0)) as Record<string, string[]>;
}

async function handle(id: string, method = 'PUT'): Promise<void> {
  expect((await desk.call(method, `/finding/${id}/handled`, { cookie: ada.cookie })).status).toBe(204);
}

async function assign(id: string): Promise<void> {
  expect((await desk.call('PATCH', `/finding/${id}/work`, { body: { assigneeId: ada.id } })).status).toBe(200);
}

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

describe('GET /inbox', () => {
  it('is empty for a member who has just joined', async () => {
    expect(await listParts()).toEqual({});
    expect((await getInbox()).total).toBe(0);
  });

  it('contains new findings, assigned ones and expiring decisions, and counts each finding once', async () => {
    await desk.upload('late', '1.0', ['colors@1.0.0']);
    const { id } = await desk.find('late', '1.0', 'colors');
    await assign(id);
    const other = await desk.find('other', '1.0', 'left-pad');
    await desk.decide(other.id, { action: 'accept_risk', detail: 'Soon gone.', expiresAt: inDays(3) });
    const far = await desk.find('shop', '1.1', 'colors');
    await desk.decide(far.id, { action: 'accept_risk', detail: 'Later.', expiresAt: inDays(60) });
    await desk.rest();

    expect(await listParts()).toEqual({
      assigned: ['late colors'],
      new: ['late colors'],
      expiring: ['other left-pad'],
    });
    expect((await getInbox()).total).toBe(2);
    expect((await getInbox()).parts.find(({ name }) => name === 'assigned')?.findings[0]?.work?.assignee?.id).toBe(
      ada.id,
    );
  });

  it('contains suggestions that need review', async () => {
    await desk.upload('tool', '1.0', ['builder@1.0.0!']);

    expect(await listParts()).toMatchObject({ review: ['tool builder'] });
  });

  it('returns the filter of the list with the same findings', async () => {
    await desk.upload('late', '1.0', ['colors@1.0.0', 'left-pad@1.0.0']);
    await handle((await desk.find('late', '1.0', 'colors')).id);

    for (const { filter, total } of (await getInbox()).parts) {
      const query = new URLSearchParams(filter).toString();
      const { body } = await desk.call<WirePlacedFinding[]>('GET', `/finding?${query}`, { cookie: ada.cookie });
      const counted = await desk.call<{ total: number }>('GET', `/finding/summary?${query}`, { cookie: ada.cookie });
      expect([filter, body.length, counted.body.total]).toEqual([filter, total, total]);
    }
  });

  it('returns only counts if no findings are requested', async () => {
    await desk.upload('late', '1.0', ['colors@1.0.0']);
    const { total, parts } = await getInbox(ada.cookie, '?findings=0');

    expect(total).toBe(1);
    expect(parts.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('rejects tokens', async () => {
    expect((await desk.call('GET', '/inbox')).body.code).toBe('PERSON_REQUIRED');
    expect((await desk.call('GET', '/finding?handled=false')).body.code).toBe('PERSON_REQUIRED');
  });
});

describe('a handled finding', () => {
  let id: string;
  beforeEach(async () => {
    await desk.upload('late', '1.0', ['colors@1.0.0']);
    ({ id } = await desk.find('late', '1.0', 'colors'));
    await handle(id);
  });

  it('leaves the inbox of this member only, and returns on request', async () => {
    const owner = await aMember(assay, desk.organization.id, 'owner');
    await desk.upload('late', '2.0', ['colors@1.0.0']);

    expect(await listParts()).toEqual({});
    await assign(id);
    expect(await listParts()).toHaveProperty('assigned');
    await handle((await desk.find('late', '2.0', 'colors')).id);
    expect(await listParts()).toEqual({});
    await handle(id, 'DELETE');
    expect(await listParts()).toHaveProperty('new');
    expect(await listParts(owner.cookie)).toEqual({});
  });

  it('comes back when another user comments, and not when its own member does', async () => {
    const comment = async (cookie: string): Promise<void> => {
      await desk.call('POST', `/finding/${id}/comment`, { body: { text: 'Look.' }, cookie });
    };
    await comment(ada.cookie);
    expect(await listParts()).toEqual({});
    await comment(await desk.signIn('member'));
    expect(await listParts()).toEqual({ new: ['late colors'] });
  });

  it('comes back when its state changes', async () => {
    await desk.decide(id, { action: 'in_triage' });
    await desk.rest();

    expect(await listParts()).toEqual({ new: ['late colors'] });
  });

  it('stays handled when the version is published again without a change', async () => {
    await desk.call('POST', '/service/late/version/1.0/analysis');
    await desk.rest();

    expect(await listParts()).toEqual({});
  });

  it('comes back when it becomes overdue', async () => {
    await assay.database.inOrg(desk.organization.id, async ({ client, orgId }) => {
      await client.query(`update newest_finding set due_at = now() - interval '1 hour' where org_id = $1`, [orgId]);
      await client.query(`update inbox_handled set handled_at = now() - interval '2 hours' where org_id = $1`, [orgId]);
    });

    expect((await listParts())['due']).toContain('late colors');
  });

  it('is forgotten with the membership', async () => {
    const owner = await aMember(assay, desk.organization.id, 'owner');
    await desk.call('DELETE', `/member/${ada.id}`, { cookie: owner.cookie });

    const { rows } = await assay.database.inOrg(
      desk.organization.id,
      async ({ client, orgId }) => await client.query('select 1 from inbox_handled where org_id = $1', [orgId]),
    );
    expect(rows).toEqual([]);
  });
});
