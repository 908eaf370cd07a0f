import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireUsage } from '../../../src/api/contract/organization/organization.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

describe('assay quota', { timeout: 120_000 }, () => {
  let assay: TestAssay;
  let folder: string;
  const environment = { ASSAY_ORG_SERVICES_MAX: '4' };
  const run = async (...parameters: string[]): Promise<CommandResult> =>
    await runAssay(['quota', ...parameters], {
      folder,
      environment: { ...environment, ASSAY_DATABASE_URL: assay.databaseUrl },
    });
  const readLimits = async (): Promise<unknown> => {
    const { quotas } = (await (await assay.request('/api/v2/organization/usage')).json()) as WireUsage;
    return Object.fromEntries(quotas.map(({ quota, limit }) => [quota, limit]));
  };

  beforeAll(async () => {
    assay = await startTestAssay(environment);
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('lists the use and limit of each quota', async () => {
    const { stdout } = await run('list');

    expect(stdout).toMatch(/^QUOTA +USED +LIMIT +SHARE\nservices +0 +4 +0 %\n/);
    expect(stdout).toMatch(/^tokens +1 +1000 +0 %$/m);
  });

  it('sets, lifts and resets the limit of one organization, with an audit entry each', async () => {
    expect((await run('set', 'services', '9')).stdout).toBe('services: 0 of 9 used.\n');
    expect(await readLimits()).toMatchObject({ services: 9, webhooks: 20 });
    expect((await run('set', 'services', 'unlimited')).stdout).toBe('services: 0 of unlimited used.\n');
    expect(await readLimits()).toMatchObject({ services: null });
    expect((await run('set', 'services', 'default')).stdout).toBe('services: 0 of 4 used.\n');
    expect(await readLimits()).toMatchObject({ services: 4 });

    const audit = (await (await assay.request('/api/v2/audit')).json()) as { action: string; after: unknown }[];
    const changes = audit.filter(({ action }) => action === 'organization.quota_changed');
    expect(changes.map(({ after }) => after)).toEqual([
      { services: '4' },
      { services: 'unlimited' },
      { services: '9' },
    ]);
  });
});
