/** Loading the demo by request: with permission, and only once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireDemo } from '../../../src/api/contract/organization/organization.ts';
import { waitForPlans } from '../../support/wait-for-plans.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;
let ours: TestOrganization;
beforeAll(async () => {
  assay = await startTestAssay();
  ours = await assay.newOrganization();
});
afterAll(async () => await assay.stop());

async function ask<Answer>(path: string, options: RequestInit & { token?: string } = {}): Promise<Answer> {
  const answer = await assay.request(`/api/v2${path}`, { token: ours.token, ...options });
  return (await answer.json()) as Answer;
}

const load = async (token = ours.token): Promise<WireDemo & { code?: string }> =>
  await ask('/demo', { method: 'POST', token });

/** Waits until loading has finished. */
async function untilLoaded(): Promise<WireDemo> {
  return await expect
    .poll(async () => await ask<WireDemo>('/demo'), { timeout: 120_000, interval: 100 })
    .toMatchObject({ loading: false })
    .then(async () => await ask<WireDemo>('/demo'));
}

const countOf = async (table: string): Promise<number> =>
  await assay.database.inOrg(ours.id, async (tx) => {
    const rows = await tx.db
      .selectFrom(table as 'sbom')
      .select('org_id')
      .where('org_id', '=', ours.id)
      .execute();
    return rows.length;
  });

describe('the demo', { timeout: 180_000 }, () => {
  it.each([
    ['settings:write', ['read', 'sbom:upload']],
    ['sbom:upload', ['read', 'settings:write']],
  ] as const)('is not loaded by a token without %s', async (scope, scopes) => {
    const token = await ours.newToken({ scopes });

    expect(await load(token)).toMatchObject({
      code: 'SCOPE_MISSING',
      errorMessage: expect.stringContaining(scope) as string,
    });
    expect(await ask<WireDemo>('/demo')).toMatchObject({ loading: false });
    expect(await countOf('sbom')).toBe(0);
  });

  it('is loaded after the response, and a second call changes nothing', async () => {
    const { services } = await load();
    expect(services.length).toBeGreaterThanOrEqual(5);
    const loaded = await untilLoaded();
    for (const { id, versions, versionsTotal } of loaded.services) {
      expect(id).not.toBeNull();
      expect(versions).toBe(versionsTotal);
    }
    await waitForPlans(assay.database);
    const tables = ['sbom', 'analysis', 'event', 'audit_entry', 'service_version', 'version_name'];
    const before = await Promise.all(tables.map(countOf));

    await load();
    await untilLoaded();

    expect(await Promise.all(tables.map(countOf))).toEqual(before);
  });

  it('shows who loaded it', async () => {
    const entries = await ask<{ action: string; actor: { kind: string } }[]>('/audit?limit=1000');

    expect(entries.filter(({ action }) => action === 'demo.loaded')).toMatchObject([{ actor: { kind: 'token' } }]);
  });

  it('is restored completely after one of its services was deleted', async () => {
    await assay.request('/api/v2/service/demo-storefront', { method: 'DELETE', token: ours.token });
    expect((await ask<WireDemo>('/demo')).services).toContainEqual(
      expect.objectContaining({ name: 'demo-storefront', id: null, versions: 0 }),
    );

    await load();
    const { services } = await untilLoaded();

    expect(services.filter(({ versions, versionsTotal }) => versions !== versionsTotal)).toEqual([]);
  });
});
