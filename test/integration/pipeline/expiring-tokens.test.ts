/** Organizations are notified before a token expires: once two weeks before, and once a day before. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken, newTokenSecret } from '../../../src/access/secrets.ts';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertToken, revokeToken } from '../../../src/store/people/tokens.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await startTestPipeline();
});
afterAll(async () => await pipeline.close());
beforeEach(async () => {
  await pipeline.query("delete from event where type = 'token.expiring'");
  await pipeline.query('delete from token');
});

async function aToken(name: string, lifetimeDays: number | null): Promise<string> {
  const { publicId, text } = newTokenSecret();
  const id = newId();
  await pipeline.deps.database.inOrg(
    pipeline.caller.orgId,
    async (tx) =>
      await insertToken(tx, {
        id,
        publicId,
        sha256: hashToken(text),
        name,
        scopes: ['read'],
        serviceIds: null,
        createdAt: new Date(START).toISOString(),
        createdBy: { kind: 'operator', id: null, name: 'command line' },
        ownerId: null,
        expiresAt: lifetimeDays === null ? null : new Date(START + lifetimeDays * DAY_MS).toISOString(),
      }),
  );
  return id;
}

async function sweepAt(days: number): Promise<void> {
  await repairSweep({ ...pipeline.deps, now: () => START + days * DAY_MS });
}

async function listNotices(): Promise<string[]> {
  const rows = await pipeline.query<{ detail: { name: string; days: number } }>(
    "select detail from event where type = 'token.expiring' order by id",
  );
  return rows.map(({ detail: { name, days } }) => `${name}: ${days}`);
}

describe('token.expiring', () => {
  it('is published once 14 days and once 1 day before, with the identity of the token', async () => {
    const tokenId = await aToken('pipeline', 90);

    for (const day of [75, 76, 77, 88]) await sweepAt(day);
    expect(await listNotices()).toEqual(['pipeline: 14']);
    for (const day of [89, 89.5, 90, 91]) await sweepAt(day);

    expect(await listNotices()).toEqual(['pipeline: 14', 'pipeline: 1']);
    const [event] = await pipeline.query("select detail, service_id from event where type = 'token.expiring' limit 1");
    expect(event).toEqual({
      detail: { tokenId, name: 'pipeline', ownerId: null, expiresAt: '2026-04-01T00:00:00.000Z', days: 14 },
      service_id: null,
    });
  });

  it('is published once when the first check is late, and when two checks run concurrently', async () => {
    await aToken('late', 90);

    await Promise.all([sweepAt(89.5), sweepAt(89.5)]);
    await sweepAt(89.6);

    expect(await listNotices()).toEqual(['late: 1']);
  });

  it('is not published for tokens that are short-lived, never expire or are revoked', async () => {
    await aToken('week', 7);
    await aToken('hours', 0.5);
    await aToken('never', null);
    const revoked = await aToken('revoked', 30);
    await pipeline.deps.database.inOrg(
      pipeline.caller.orgId,
      async (tx) => await revokeToken(tx, revoked, new Date(START).toISOString()),
    );

    for (const day of [0.1, 6.5, 20, 29.5]) await sweepAt(day);

    expect(await listNotices()).toEqual(['week: 1']);
  });
});
