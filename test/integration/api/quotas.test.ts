/** Quotas of an organization: requests rejected at the limit, ways to free space, and warnings. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireUsage } from '../../../src/api/contract/organization/organization.ts';
import type { QuotaName } from '../../../src/core/limits.ts';
import { applyRetention } from '../../../src/pipeline/maintenance/apply-retention.ts';
import { warnAboutQuotas } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import type { OrgTx } from '../../../src/store/database.ts';
import { newId } from '../../../src/store/new-id.ts';
import { removeContent } from '../../../src/store/portfolio/versions/frozen-versions.ts';
import { correctUsage, setQuota } from '../../../src/store/people/usage.ts';
import { createApiClient, type ApiAnswer } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { aMember, callAs } from '../../support/people.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;
let organization: TestOrganization;
beforeAll(async () => {
  assay = await startTestAssay({ ASSAY_ORG_SERVICES_MAX: '3', ASSAY_ORG_VERSIONS_MAX: '0' });
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  organization = await assay.newOrganization();
});

async function call(method: string, path: string, body?: unknown, token = organization.token): Promise<ApiAnswer> {
  const options = { token, ...(body !== undefined && { body }) };
  return await createApiClient(assay).call(method, `/api/v2${path}`, options);
}

/** Uploads a different document for each name. */
async function upload(service: string, version: string, name = newId()): Promise<ApiAnswer> {
  const document = aCycloneDx({ serialNumber: undefined, components: [aLibrary(name, '1.0.0')], dependencies: [] });
  return await call('POST', `/service/${service}/version/${version}/sbom?slot=main`, document);
}

function aLibrary(name: string, version: string): object {
  return { type: 'library', name, version, purl: `pkg:npm/${name}@${version}`, 'bom-ref': name };
}

async function limit(quota: QuotaName, max: number): Promise<void> {
  await assay.database.inOrg(organization.id, async (tx) => await setQuota(tx, quota, max));
}

async function readUsage(token = organization.token): Promise<Record<string, { used: number; limit: number | null }>> {
  const { quotas } = (await call('GET', '/organization/usage', undefined, token)).body as WireUsage;
  return Object.fromEntries(quotas.map(({ quota, ...usage }) => [quota, usage]));
}

async function usedOf(quota: QuotaName): Promise<number | undefined> {
  return (await readUsage())[quota]?.used;
}

/** Counts the usage again from the tables. */
async function readExactUsage(): Promise<unknown> {
  await assay.database.inOrg(organization.id, correctUsage);
  return await readUsage();
}

function refused(message: string): object {
  const errorMessage = expect.stringContaining(message) as string;
  return { status: 409, body: { code: 'QUOTA_EXCEEDED', errorMessage } };
}

describe('quotas', () => {
  it('are listed with their usage and limit, and an unlimited one has no limit', async () => {
    await upload('shop', '1');

    const usage = await readUsage();

    expect(Object.keys(usage)).toEqual([
      'services',
      'versions',
      'sboms',
      'storedBytes',
      'findings',
      'tokens',
      'webhooks',
      'invitations',
      'savedFilters',
    ]);
    expect(usage).toMatchObject({
      services: { used: 1, limit: 3 },
      versions: { used: 1, limit: null },
      sboms: { used: 1, limit: 1_000_000 },
      storedBytes: { used: expect.any(Number) as number, limit: 50_000_000_000 },
      tokens: { used: 1, limit: 1_000 },
      webhooks: { used: 0, limit: 20 },
    });
    expect(await usedOf('storedBytes')).toBeGreaterThan(100);
  });

  it('count each organization separately', async () => {
    await upload('shop', '1');
    const other = await assay.newOrganization();

    expect(await readUsage(other.token)).toMatchObject({
      services: { used: 0 },
      versions: { used: 0 },
      sboms: { used: 0 },
      storedBytes: { used: 0 },
      tokens: { used: 1 },
    });
  });

  it('reject a service beyond the limit, created manually or by an upload, until one is deleted', async () => {
    for (const name of ['a', 'b', 'c']) await call('POST', '/service', { name });
    const message =
      'has 3 of 3 services. Delete services, or ask the operator to raise the quota (ASSAY_ORG_SERVICES_MAX or "assay quota set").';

    expect(await call('POST', '/service', { name: 'd' })).toMatchObject(refused(message));
    expect(await upload('d', '1')).toMatchObject(refused(message));
    expect(await upload('a', '1')).toMatchObject({ status: 200 });
    expect(await call('DELETE', '/service/b')).toMatchObject({ status: 204 });
    expect(await upload('d', '1')).toMatchObject({ status: 200 });
    expect(await usedOf('services')).toBe(3);
  });

  it('admit exactly one of 50 concurrent uploads that each create a service one below the limit', async () => {
    for (const name of ['a', 'b']) await call('POST', '/service', { name });

    const answers = await Promise.all(Array.from({ length: 50 }, async (_, n) => await upload(`new-${n}`, '1')));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await readUsage()).toMatchObject({ services: { used: 3 }, versions: { used: 1 }, sboms: { used: 1 } });
    expect(await readUsage()).toEqual(await readExactUsage());
  });

  it('reject a version beyond the limit until one is deleted', async () => {
    await limit('versions', 2);
    for (const version of ['1', '2']) await upload('shop', version);

    expect(await upload('shop', '3')).toMatchObject(refused('has 2 of 2 versions. Delete versions'));
    expect(await upload('shop', '2')).toMatchObject({ status: 200 });
    await call('DELETE', '/service/shop/version/1');
    expect(await upload('shop', '3')).toMatchObject({ status: 200 });
  });

  it('reject a new version before its body is sent', async () => {
    await limit('versions', 1);
    await upload('shop', '1');

    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
    const response = await assay.request('/api/v2/service/shop/version/2/sbom', {
      method: 'POST',
      token: organization.token,
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit & { token: string });

    expect({ status: response.status, body: await response.json() }).toMatchObject(refused('has 1 of 1 versions'));
  });

  it('reject an SBOM beyond the limit, counting superseded ones, until one is deleted', async () => {
    await limit('sboms', 2);
    const { body } = await upload('shop', '1', 'first');
    await upload('shop', '1', 'second');

    expect(await upload('shop', '1', 'third')).toMatchObject(refused('has 2 of 2 SBOMs. Delete SBOMs or versions'));
    expect(await upload('shop', '2', 'third')).toMatchObject(refused('has 2 of 2 SBOMs'));
    await call('DELETE', `/sbom/${(body as { id: string }).id}`);
    expect(await upload('shop', '1', 'third')).toMatchObject({ status: 200 });
  });

  it('accept the same bytes again although every quota is full', async () => {
    const { body } = await upload('shop', '1', 'same');
    for (const quota of ['services', 'versions', 'sboms', 'storedBytes', 'findings'] as const) await limit(quota, 1);

    const again = await upload('shop', '1', 'same');

    expect(again).toMatchObject({ status: 200, body: { id: (body as { id: string }).id, deduplicated: true } });
    expect(await upload('shop', '1', 'other')).toMatchObject({ status: 409 });
  });

  it('reject a document whose stored bytes exceed the limit until a version is deleted', async () => {
    await upload('shop', '1');
    const used = (await usedOf('storedBytes')) ?? 0;
    await limit('storedBytes', used + 10);

    expect(await upload('shop', '2')).toMatchObject(
      refused(`has ${used} of ${used + 10} stored bytes and this document needs`),
    );
    expect(await usedOf('versions')).toBe(1);
    await call('DELETE', '/service/shop/version/1');
    await expect.poll(async () => await usedOf('storedBytes'), { timeout: 20_000 }).toBe(0);
    expect(await upload('shop', '2')).toMatchObject({ status: 200 });
  });

  it('also count the bytes of VEX documents', async () => {
    await limit('storedBytes', 1);
    const statements = [
      { vulnerability: { name: 'CVE-2021-23337' }, products: [{ '@id': 'pkg:npm/lodash@4.17.20' }], status: 'fixed' },
    ];
    const document = { '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://example.com/vex', statements };
    const facts = { author: 'us', timestamp: '2026-01-01T00:00:00Z', version: 1 };

    expect(await call('POST', '/vex', { ...document, ...facts })).toMatchObject(refused('of 1 stored bytes'));
  });

  it('let an analysis exceed the quota for findings, and reject new SBOMs until versions are deleted', async () => {
    await limit('findings', 1);
    const affected = aCycloneDx({
      components: [aLibrary('lodash', '4.17.20'), { ...aLibrary('lodash', '4.17.19'), 'bom-ref': 'older' }],
      dependencies: [],
    });
    const sent = await call('POST', '/service/shop/version/1/sbom?wait=60', affected);
    expect(sent).toMatchObject({ status: 200 });
    const findings = (await usedOf('findings')) ?? 0;
    expect(findings).toBeGreaterThan(1);

    const message = `has ${findings} of 1 findings. Delete versions, or ask the operator to raise the quota (ASSAY_ORG_FINDINGS_MAX`;
    expect(await upload('shop', '2')).toMatchObject(refused(message));
    expect(await upload('shop', '1')).toMatchObject(refused(message));
    await call('DELETE', '/service/shop/version/1');
    await expect.poll(async () => await usedOf('findings'), { timeout: 20_000 }).toBe(0);
    expect(await upload('shop', '2')).toMatchObject({ status: 200 });
  });

  it('reject a token beyond the limit until one is revoked, and do not count expired ones', async () => {
    await organization.newToken({ expiresAt: '2020-01-01T00:00:00Z' });
    await limit('tokens', 2);
    const made = await call('POST', '/token', { name: 'second', scopes: ['read'] });
    expect(made).toMatchObject({ status: 201 });

    const third = { name: 'third', scopes: ['read'] };
    expect(await call('POST', '/token', third)).toMatchObject(refused('has 2 of 2 active tokens. Revoke tokens'));
    await call('DELETE', `/token/${(made.body as { id: string }).id}`);
    expect(await call('POST', '/token', third)).toMatchObject({ status: 201 });
  });

  it('reject a webhook beyond the limit until one is deleted, also with concurrent requests', async () => {
    await limit('webhooks', 2);
    const webhook = { url: 'https://1.1.1.1/', enabled: false };
    const made = await Promise.all(Array.from({ length: 5 }, async () => await call('POST', '/webhook', webhook)));

    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409]);
    expect(made.find(({ status }) => status === 409)).toMatchObject(
      refused('has 2 of 2 webhooks and notification rules. Delete webhooks'),
    );
    const [first] = made.filter(({ status }) => status === 201).map(({ body }) => body as { id: string });
    await call('DELETE', `/webhook/${first?.id}`);
    expect(await call('POST', '/webhook', webhook)).toMatchObject({ status: 201 });
  });

  it('reject an invitation beyond the limit until one is revoked, and let an address be invited again', async () => {
    await limit('invitations', 1);
    const invite = async (email: string): Promise<ApiAnswer> =>
      await call('POST', '/invitation', { email, role: 'viewer' });
    await invite('ada@example.com');

    expect(await invite('grace@example.com')).toMatchObject(refused('has 1 of 1 open invitations. Revoke invitations'));
    const again = await invite('ada@example.com');
    expect(again).toMatchObject({ status: 201 });
    await call('DELETE', `/invitation/${(again.body as { id: string }).id}`);
    expect(await invite('grace@example.com')).toMatchObject({ status: 201 });
  });

  it('reject saved filters beyond the limit of all members together until some are deleted', async () => {
    await limit('savedFilters', 3);
    const [ada, grace] = [
      await aMember(assay, organization.id, 'viewer'),
      await aMember(assay, organization.id, 'viewer'),
    ];
    const save = async (cookie: string, count: number): Promise<{ status: number; body: unknown }> => {
      const savedFilters = Array.from({ length: count }, (_, n) => ({ name: `Filter ${n}`, query: 'severity=high' }));
      const answer = await callAs(assay, cookie, '/me', { method: 'PATCH', body: { savedFilters } });
      return { status: answer.status, body: await answer.json() };
    };

    expect(await save(ada.cookie, 2)).toMatchObject({ status: 200 });
    expect(await save(grace.cookie, 2)).toMatchObject(refused('has 2 of 3 saved filters. Delete saved filters'));
    expect(await save(ada.cookie, 2)).toMatchObject({ status: 200 });
    expect(await save(ada.cookie, 1)).toMatchObject({ status: 200 });
    expect(await save(grace.cookie, 2)).toMatchObject({ status: 200 });
  });

  it('accept smaller changes when a quota was lowered below its usage', async () => {
    for (const version of ['1', '2', '3']) await upload('shop', version);
    await limit('versions', 1);

    expect(await upload('shop', '4')).toMatchObject(refused('has 3 of 1 versions'));
    expect(await call('DELETE', '/service/shop/version/1')).toMatchObject({ status: 204 });
    expect(await usedOf('versions')).toBe(2);
  });
});

describe('counters', () => {
  /** Freezes versions as retention does, but without its later correction of the counters. */
  const freezeVersions = async (tx: OrgTx): Promise<void> => {
    const at = new Date().toISOString();
    const { rows } = await tx.client.query<{ id: string }>('update service_version set frozen_at = now() returning id');
    for (const { id } of rows) await removeContent(tx, id, at);
  };

  it('equal the tables after uploads, replacements, deletions and retention', async () => {
    const affected = aCycloneDx({ components: [aLibrary('lodash', '4.17.20')], dependencies: [] });
    for (const service of ['shop', 'mail'])
      for (const version of ['1', '2'])
        await call('POST', `/service/${service}/version/${version}/sbom?wait=60`, affected);
    for (const name of ['one', 'two', 'three']) await upload('shop', '2', name);
    const { body } = await upload('shop', '3');
    await call('DELETE', `/sbom/${(body as { id: string }).id}`);
    await call('DELETE', '/service/mail');
    await call('DELETE', '/service/shop/version/1');
    // Remaining rows: version 2 with one document in its slot and three in another, and version 3 without any.
    const left = { services: { used: 1 }, versions: { used: 2 }, sboms: { used: 4 }, findings: { used: 1 } };
    await expect.poll(async () => await readUsage(), { timeout: 20_000 }).toMatchObject(left);
    await assay.database.inOrg(organization.id, freezeVersions);

    const usage = await readUsage();

    expect(usage).toMatchObject({ ...left, sboms: { used: 0 }, storedBytes: { used: 0 } });
    expect(usage).toEqual(await readExactUsage());
  });

  it('are corrected once a day if they differ from the tables', async () => {
    await upload('shop', '1');
    const before = await readUsage();
    await assay.database.inOrg(organization.id, async ({ client }) => {
      await client.query('update organization_usage set services = 7, stored_bytes = -3, findings = 99');
    });

    await applyRetention({ database: assay.database, newId, now: Date.now });

    expect(await readUsage()).toEqual({ ...before, findings: { ...before['findings'], used: 0 } });
  });
});

describe('the warning event', () => {
  const sweep = async (): Promise<void> => {
    await warnAboutQuotas({ database: assay.database, newId, now: Date.now }, organization.id);
  };
  const listWarnings = async (): Promise<unknown[]> => {
    const { body } = await call('GET', '/event?type=quota.warning&after=first');
    return (body as { detail: unknown }[]).map(({ detail }) => detail);
  };

  it('is sent once when 80 % is reached, and again after the usage fell below', async () => {
    await limit('versions', 5);
    for (const version of ['1', '2', '3']) await upload('shop', version);
    await sweep();
    expect(await listWarnings()).toEqual([]);

    await upload('shop', '4');
    await Promise.all([sweep(), sweep()]);
    await upload('shop', '5');
    await sweep();
    expect(await listWarnings()).toEqual([{ quota: 'versions', used: 4, limit: 5 }]);

    for (const version of ['1', '2']) await call('DELETE', `/service/shop/version/${version}`);
    await sweep();
    await upload('shop', '6');
    await sweep();
    expect(await listWarnings()).toHaveLength(2);
  });

  it('is not sent for an unlimited quota, nor to a token for single services', async () => {
    await upload('shop', '1');
    await limit('services', 0);
    await sweep();
    expect(await listWarnings()).toEqual([]);

    await limit('services', 1);
    await sweep();
    const { id } = (await call('GET', '/service/shop')).body as { id: string };
    const bound = await organization.newToken({ scopes: ['read'], serviceIds: [id] });
    const seen = await call('GET', '/event?type=quota.warning&after=first', undefined, bound);
    expect(seen.body).toEqual([]);
    expect(await listWarnings()).toEqual([{ quota: 'services', used: 1, limit: 1 }]);
  });
});
