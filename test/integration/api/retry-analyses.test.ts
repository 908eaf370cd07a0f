/** Retrying all failed analyses at once: by API, and by the command line. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireAnalysisRetry } from '../../../src/api/contract/services/analysis.ts';
import type { WireReceipt } from '../../../src/api/contract/services/sbom.ts';
import { listAuditEntries } from '../../../src/store/people/audit.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { runAssay } from '../../support/run-assay.ts';
import { until } from '../../support/server-processes.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;
let organization: TestOrganization;
let sent = 0;
beforeAll(async () => {
  assay = await startTestAssay();
  organization = await assay.newOrganization();
});
afterAll(async () => await assay.stop());

/** Creates a version whose newest analysis has failed with the code. */
async function aFailedVersion(service: string, code: string, { id, token } = organization): Promise<string> {
  sent += 1;
  const response = await assay.request(`/api/v2/service/${service}/version/${sent}/sbom?wait=30`, {
    method: 'POST',
    token,
    body: JSON.stringify(aCycloneDx({ version: sent })),
  });
  const { analysisId } = (await response.json()) as WireReceipt;
  await assay.database.inOrg(
    id,
    async ({ client }) =>
      await client.query(`update analysis set status = 'failed', failure = $2 where id = $1`, [
        analysisId,
        { code, message: 'It failed.' },
      ]),
  );
  return String(sent);
}

async function retry(query = '', token = organization.token): Promise<{ status: number; body: WireAnalysisRetry }> {
  const response = await assay.request(`/api/v2/analysis/retry${query}`, { method: 'POST', token });
  return { status: response.status, body: (await response.json()) as WireAnalysisRetry };
}

async function statusesOf(service: string, version: string): Promise<string[]> {
  const path = `/api/v2/service/${service}/version/${version}/analysis`;
  const analyses = (await (await assay.request(path, { token: organization.token })).json()) as { status: string }[];
  return analyses.map(({ status }) => status);
}

describe('POST /api/v2/analysis/retry', () => {
  it('retries every failed analysis of the organization, and none of another one', async () => {
    const other = await assay.newOrganization();
    const versions = [await aFailedVersion('one', 'ANALYSIS_BROKEN'), await aFailedVersion('one', 'ANALYSIS_BROKEN')];
    await aFailedVersion('foreign', 'ANALYSIS_BROKEN', other);

    const { status, body } = await retry();

    expect([status, body]).toEqual([200, { requested: 2, remaining: 0 }]);
    for (const version of versions) {
      await until(async () => (await statusesOf('one', version))[0] === 'completed');
      expect(await statusesOf('one', version)).toEqual(['completed', 'failed']);
    }
    expect((await retry('', other.token)).body).toEqual({ requested: 1, remaining: 0 });
    expect((await retry()).body).toEqual({ requested: 0, remaining: 0 });
  });

  it('writes one audit entry with the number of versions', async () => {
    await aFailedVersion('audited', 'ANALYSIS_BROKEN');

    await retry();

    const page = { limit: 10, offset: 0 };
    const { items } = await assay.database.inOrg(organization.id, async (tx) => await listAuditEntries(tx, page));
    expect(items[0]).toMatchObject({ action: 'analysis.retry_requested', after: { versions: 1 } });
  });

  it('retries only the given service and error code', async () => {
    await aFailedVersion('chosen', 'ANALYSIS_BROKEN');
    await aFailedVersion('chosen', 'NO_DOCUMENT_READABLE');
    await aFailedVersion('left', 'ANALYSIS_BROKEN');

    expect((await retry('?service=chosen&code=ANALYSIS_BROKEN')).body).toEqual({ requested: 1, remaining: 0 });
    expect((await retry('?service=unknown')).status).toBe(404);
    expect((await retry()).body).toEqual({ requested: 2, remaining: 0 });
  });

  it('is limited to the services of a token, and requires its scope', async () => {
    await aFailedVersion('seen', 'ANALYSIS_BROKEN');
    await aFailedVersion('hidden', 'ANALYSIS_BROKEN');
    const seen = (await (await assay.request('/api/v2/service/seen', { token: organization.token })).json()) as {
      id: string;
    };
    const bound = await organization.newToken({ scopes: ['sbom:upload'], serviceIds: [seen.id] });
    const reader = await organization.newToken({ scopes: ['read'] });

    expect((await retry('', bound)).body).toEqual({ requested: 1, remaining: 0 });
    expect((await retry('', reader)).status).toBe(403);
    expect((await retry()).body).toEqual({ requested: 1, remaining: 0 });
  });
});

describe('assay analysis retry', { timeout: 60_000 }, () => {
  it('retries the failed analyses of all organizations and prints their number', async () => {
    const version = await aFailedVersion('command', 'ANALYSIS_BROKEN');
    await aFailedVersion('command', 'ANALYSIS_BROKEN', await assay.newOrganization());
    const run = async (...parameters: string[]): Promise<{ code: number | null; stdout: string }> =>
      await runAssay(['analysis', ...parameters], {
        folder: assay.dataDir,
        environment: { ASSAY_DATABASE_URL: assay.databaseUrl },
      });

    const first = await run('retry');
    const second = await run('retry');

    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('Retrying 2 failed analyses.')]);
    expect(second.stdout).toBe('No failed analyses.\n');
    await until(async () => (await statusesOf('command', version))[0] === 'completed');
    expect((await run('again')).code).toBe(2);
  });
});
