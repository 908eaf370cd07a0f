/** Versions beyond the retention limits lose their documents; their findings stay readable, with their age. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { applyRetention } from '../../../src/pipeline/maintenance/apply-retention.ts';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import type { WireCveHistoryRow, WireServiceHistory } from '../../../src/api/contract/history/history.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertAuditEntry, listAuditEntries } from '../../../src/store/people/audit.ts';
import { listOutdatedVersions } from '../../../src/store/findings/publication/outdated-versions.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { newOrganization, startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const ALL = { limit: 100, offset: 0 };
const SHOP = '/api/v2/service/shop/version';

let assay: TestAssay;
let api: ApiClient;
const sbomIds = new Map<string, string>();
beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
  for (const version of ['aliased', 'kept', 'old', 'twin', 'newer', 'newest']) {
    // The twin has the same bytes and components as the newest version.
    const own = version === 'twin' || version === 'newest' ? 'same' : version;
    const isAffected = version !== 'kept' && version !== 'newer';
    const components = [...(isAffected ? ['lodash@4.17.20'] : []), `only-${own}@1.0.0`].map((each) =>
      aLibrary(...(each.split('@') as [string, string])),
    );
    const tag = version === 'kept' ? '&tag=keep' : '';
    const document = aCycloneDx({ components, dependencies: [], serialNumber: undefined });
    const { id = '' } = await api.upload(`${SHOP}/${version}/sbom?wait=60${tag}`, document);
    sbomIds.set(version, id);
  }
  await api.call('PUT', `${SHOP}/aliased/alias/production`);
});
afterAll(async () => await assay.stop());

function aLibrary(name: string, version: string): object {
  return { type: 'library', name, version, purl: `pkg:npm/${name}@${version}`, 'bom-ref': name };
}

/** Runs the retention job as of this many days from now. */
async function retain(days: number): Promise<void> {
  await applyRetention({ database: assay.database, newId, now: () => Date.now() + days * DAY_MS });
}

async function change(retention: object): Promise<{ status: number; body: unknown }> {
  return await api.call('PATCH', '/api/v2/organization', { body: { retention } });
}

async function listFrozen(): Promise<string[]> {
  const versions = await api.get<{ name: string }[]>(SHOP);
  const frozen: string[] = [];
  for (const { name } of versions) {
    const { frozenAt } = await api.get<{ frozenAt: string | null }>(`${SHOP}/${name}`);
    if (frozenAt !== null) frozen.push(name);
  }
  return frozen.toSorted();
}

async function count(statement: string): Promise<number> {
  const { id } = await api.get<{ id: string }>('/api/v2/organization');
  return await assay.database.inOrg(id, async ({ client }) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${statement}`);
    return rows[0]?.count ?? 0;
  });
}

describe('the settings for retention', () => {
  it('keep everything by default, and can be changed individually, with an audit entry', async () => {
    const before = await api.get<Record<string, unknown>>('/api/v2/organization');
    await retain(10_000);

    expect(before['retention']).toEqual({ enabled: false, versionsPerService: 50, days: 180, auditDays: null });
    expect(await listFrozen()).toEqual([]);
    expect(await change({ versionsPerService: 2 })).toMatchObject({
      status: 200,
      body: { retention: { enabled: false, versionsPerService: 2, days: 180 } },
    });
    const [entry] = await api.get<object[]>('/api/v2/audit?limit=1');
    expect(entry).toMatchObject({
      action: 'organization.updated',
      before: { retention: { versionsPerService: 50 } },
      after: { retention: { versionsPerService: 2 } },
    });
  });

  it.each([
    { days: 0 },
    { versionsPerService: 0 },
    { days: 1.5 },
    { enabled: 'yes' },
    { days: 1_000_000 },
    { auditDays: 364 },
  ])('reject %j', async (retention) => {
    expect((await change(retention)).status).toBe(400);
  });
});

describe('retention', () => {
  let findings: { vulnerability: { id: string } }[] = [];
  let history: unknown[] = [];
  const readHistory = async (): Promise<unknown[]> =>
    (await api.get<WireCveHistoryRow[]>(`/api/v2/service/shop/cve/${findings[0]?.vulnerability.id}/history`)).map(
      ({ version, state, change }) => ({ version: version.name, state, change }),
    );

  it('freezes versions beyond the newest ones and older than the limit, unless they are aliased or tagged', async () => {
    findings = await api.get(`${SHOP}/old/finding`);
    history = await readHistory();
    await change({ enabled: true });

    await retain(179);
    expect(await listFrozen()).toEqual([]);
    await retain(181);
    expect(await listFrozen()).toEqual(['old', 'twin']);
    await retain(181);
    expect(await count("event where type = 'version.frozen'")).toBe(2);
    expect(await count("audit_entry where action = 'version.frozen'")).toBe(2);
  });

  it('keeps findings and events, and reports that the documents are deleted', async () => {
    const id = sbomIds.get('old') ?? '';

    expect(findings.length).toBeGreaterThan(0);
    expect(await api.get(`${SHOP}/old/finding`)).toEqual(findings);
    expect(await api.get(`/api/v2/sbom/${id}`)).toMatchObject({ rawRemovedAt: expect.any(String), coverage: null });
    const gone = { status: 404, body: { code: 'CONTENT_REMOVED' } };
    for (const path of [`/api/v2/sbom/${id}/raw`, `/api/v2/sbom/${id}/component`, `${SHOP}/old/component`]) {
      expect(await api.call('GET', path)).toMatchObject(gone);
    }
    expect(await count(`sbom where id = '${id}' and (packed is not null or set_sha256 is not null)`)).toBe(0);
  });

  it('excludes frozen versions from every comparison with later ones', async () => {
    const { versions } = await api.get<WireServiceHistory>('/api/v2/service/shop/history');
    const diff = await api.get<WireDiff>('/api/v2/service/shop/diff?base=previous&head=newer');

    expect(diff.base.name).toBe('kept');
    expect(versions.find(({ name }) => name === 'newer')).toMatchObject({ introduced: 0, resolved: 0 });
  });

  it('rejects documents and analyses for a frozen version', async () => {
    const frozen = { status: 409, body: { code: 'VERSION_FROZEN' } };

    expect(await api.call('POST', `${SHOP}/old/sbom`, { body: aCycloneDx() })).toMatchObject(frozen);
    expect(await api.call('POST', `${SHOP}/old/analysis`)).toMatchObject(frozen);
    expect(await api.call('DELETE', `/api/v2/sbom/${sbomIds.get('old')}`)).toMatchObject(frozen);
    expect(await count('service_version where generation > analyzed_generation')).toBe(0);
  });

  it('excludes frozen versions from analyses of new advisories, while others are analyzed', async () => {
    const { id: orgId } = await api.get<{ id: string }>('/api/v2/organization');
    const outdated = await assay.database.inOrg(orgId, async (tx) => {
      await tx.client.query('savepoint before');
      await tx.client.query('update component_memo set changed_snapshot = 1000000000');
      const versions = await listOutdatedVersions(tx, 0, { after: undefined, limit: 100 });
      await tx.client.query('rollback to savepoint before');
      return versions;
    });

    expect(outdated).toHaveLength(4);
  });

  it('keeps shared components and bytes, and deletes the others', async () => {
    await retain(183);

    expect(await count("component where name = 'only-old'")).toBe(0);
    expect(await count("component where name = 'only-same'")).toBe(1);
    expect(await count("component where name = 'lodash'")).toBe(1);
    expect(await count('blob')).toBe(4);
    expect((await assay.request(`/api/v2/sbom/${sbomIds.get('newest')}/raw`)).status).toBe(200);
    expect(await api.get<unknown[]>(`${SHOP}/newest/component`)).toHaveLength(2);
  });

  it('does not change the recorded causes in the history of a vulnerability', async () => {
    expect(await readHistory()).toEqual(history);
  });

  it('completes a half-frozen version, even if it is disabled by now', async () => {
    const { id: orgId } = await api.get<{ id: string }>('/api/v2/organization');
    await change({ enabled: false });
    await assay.database.inOrg(
      orgId,
      async ({ client }) => await client.query("update service_version set frozen_at = now() where name = 'kept'"),
    );

    await retain(0);

    expect(
      await count(
        "sbom b join service_version v on v.id = b.version_id where v.name = 'kept' and raw_removed_at is null",
      ),
    ).toBe(0);
    expect(await count('blob')).toBe(3);
  });

  it('lets a frozen version be deleted', async () => {
    expect((await api.call('DELETE', `${SHOP}/old`)).status).toBe(204);
  });
});

describe('the retention of the audit log', () => {
  async function addEntries(orgId: string, number: number): Promise<void> {
    await assay.database.inOrg(orgId, async (tx) => {
      for (let n = 0; n < number; n += 1) {
        await insertAuditEntry(tx, {
          id: newId(),
          at: new Date().toISOString(),
          actor: { kind: 'system', id: 'test', name: 'test' },
          action: 'service.updated',
          subject: { kind: 'service', id: newId() },
        });
      }
    });
  }

  it('keeps all entries by default, and then deletes those of the organization that are older than its days', async () => {
    const { id: orgId } = await api.get<{ id: string }>('/api/v2/organization');
    const other = await newOrganization(assay.database);
    await addEntries(other.id, 1);
    await addEntries(orgId, 1_500);
    const entries = await count('audit_entry');
    await retain(4_000);
    expect(await count('audit_entry')).toBe(entries);

    // A hundred years are more than there are since 1970.
    expect((await change({ auditDays: 36_500 })).status).toBe(200);
    await retain(0);
    expect((await change({ auditDays: 400 })).status).toBe(200);
    await retain(399);
    expect(await count('audit_entry')).toBe(entries + 2);
    await retain(401);
    expect(await count('audit_entry')).toBe(0);
    expect(await assay.database.inOrg(other.id, async (tx) => await listAuditEntries(tx, ALL))).toMatchObject({
      total: 1,
    });
    expect((await change({ auditDays: null })).body).toMatchObject({ retention: { auditDays: null } });
  });
});
