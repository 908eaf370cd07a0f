import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const PER_TOKEN = 20;
const PER_ORG = 30;

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay({
    ASSAY_TOKEN_READS_PER_MINUTE_MAX: String(PER_TOKEN),
    ASSAY_ORG_READS_PER_MINUTE_MAX: String(PER_ORG),
  });
});
afterAll(async () => await assay.stop());

async function readTimes(count: number, token: string, path = '/api/v2/service'): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await assay.request(path, { token })).status);
  return statuses;
}

function refusedOf(statuses: readonly number[]): number {
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 429).length;
}

describe('reads', () => {
  it('are limited per token, with the time to wait, without affecting other tokens of the organization', async () => {
    const organization = await assay.newOrganization();
    const other = await organization.newToken();

    const refused = refusedOf(await readTimes(PER_TOKEN, organization.token));
    const answer = await assay.request('/api/v2/finding', { token: organization.token });
    const body = (await answer.json()) as { code: string; errorMessage: string };

    expect(refused).toBeGreaterThan(0);
    expect([answer.status, body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(body.errorMessage).toContain('reads with this token');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await assay.request('/api/v2/service', { token: other })).status).toBe(200);
  });

  it('are limited per organization, however many tokens it has, without affecting other organizations', async () => {
    const noisy = await assay.newOrganization();
    const quiet = await assay.newOrganization();
    const refused: number[] = [];
    for (let token = 0; token < 6; token += 1)
      refused.push(refusedOf(await readTimes(5, token === 0 ? noisy.token : await noisy.newToken())));

    expect(refused.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
    expect(refusedOf(await readTimes(5, quiet.token))).toBe(0);
  });

  it('of the version list without the prefix also count', async () => {
    const { token } = await assay.newOrganization();
    await assay.request('/api/v2/service', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'shop' }),
    });

    expect(refusedOf(await readTimes(PER_TOKEN, token, '/service/shop/version'))).toBeGreaterThan(0);
  });

  it('do not use up the rate limit of writes', async () => {
    const { token } = await assay.newOrganization();
    await readTimes(PER_TOKEN, token);

    const answer = await assay.request('/api/v2/service', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'still-writes' }),
    });

    expect(answer.status).toBe(201);
  });
});
