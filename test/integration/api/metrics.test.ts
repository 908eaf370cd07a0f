/** `/metrics` of a running Assay: available at once, small after every route has responded, and behind a token if one is set. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listErrors } from '../../../scripts/list-errors.ts';
import { JOBS } from '../../../src/queue/jobs.ts';
import { createMetrics, observeRequest } from '../../../src/telemetry/metrics.ts';
import { listOperations, type OpenApiDocument } from '../../support/openapi-document.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const TOKEN = 'a-token-of-the-operator';

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay({ ASSAY_METRICS_TOKEN: TOKEN });
});
afterAll(async () => {
  await assay.stop();
});

async function scrape(token: string | null): Promise<Response> {
  return await assay.request('/metrics', { token });
}

describe('/metrics', () => {
  it('responds with 401 without the operator token, and to a token of an organization', async () => {
    for (const token of [null, assay.token, `${TOKEN}x`, TOKEN.slice(1)]) {
      const answer = await scrape(token);
      expect([token, answer.status]).toEqual([token, 401]);
      expect(await answer.text()).not.toContain('assay_');
    }
    expect((await scrape(TOKEN)).status).toBe(200);
  });

  it('has the values of the database, the pools, the disks and the build', async () => {
    const answer = await scrape(TOKEN);
    const text = await answer.text();

    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    for (const pattern of [
      /^assay_build_info\{version="[0-9.]+[^"]*",node="v\d+\.[^"]*"\} 1$/m,
      /^assay_database_up 1$/m,
      /^assay_disk_free_bytes\{folder="data"\} [1-9]/m,
      /^assay_disk_free_bytes\{folder="spool"\} [1-9]/m,
      /^assay_database_pool_max_connections\{pool="(?:web|jobs|analyses)"\} [1-9]/m,
      /^assay_queue_waiting_jobs\{queue="analyze-version"\} \d+$/m,
      /^assay_queue_oldest_job_age_seconds\{queue="analyze-version"\} \d/m,
      /^assay_analyses\{status="failed"\} 0$/m,
    ]) {
      expect(text).toMatch(pattern);
    }
  });

  it('stays below 100 kB after every route, status, error and job', async () => {
    const document = (await (await assay.request('/api/v2/openapi.json')).json()) as OpenApiDocument;
    const metrics = createMetrics({ version: '10.20.30', node: 'v24.21.0' });
    for (const { method, path } of listOperations(document)) {
      const route = path.replaceAll(/\{([^}]+)\}/g, ':$1');
      for (const status of [200, 304, 400, 500]) observeRequest(metrics, { method, route, status, seconds: 123.456 });
    }
    for (const { code, status } of await listErrors(process.cwd()))
      if (status !== undefined) metrics.httpErrors.inc({ code });
    for (const job of Object.keys(JOBS)) {
      for (const outcome of ['completed', 'failed']) metrics.jobs.inc({ job, outcome });
      metrics.jobDuration.observe({ job }, 1);
      metrics.queueWaiting.set({ queue: job }, 50_000);
      metrics.queueOldest.set({ queue: job }, 12_345.678);
    }

    expect((await metrics.registry.metrics()).length).toBeLessThan(90_000);
  });
});
