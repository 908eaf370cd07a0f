import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteService } from '../../../src/pipeline/portfolio/change-service.ts';
import { deleteVersion } from '../../../src/pipeline/portfolio/change-version.ts';
import { removeDeleted } from '../../../src/pipeline/maintenance/remove-deleted.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await startTestPipeline();
});
afterAll(async () => await pipeline.close());

const TABLES = [
  'service',
  'service_version',
  'version_name',
  'sbom',
  'analysis',
  'blob',
  'blob_chunk',
  'event',
  'pgboss.job',
];

async function countAll(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    // Schedules enqueue additional jobs at every full minute.
    const from = table === 'pgboss.job' ? `${table} where name = 'analyze-version'` : table;
    const [row] = await pipeline.query<{ n: number }>(`select count(*)::int as n from ${from}`);
    counts[table] = row?.n ?? -1;
  }
  return counts;
}

describe('an upload', () => {
  it.each(['blob-half', 'before-commit'] as const)('that dies at %s leaves no trace', async (point) => {
    const before = await countAll();
    pipeline.atCrashPoint(point, () => {
      throw new Error('The process is gone.');
    });

    await expect(pipeline.upload(`dies-${point}`)).rejects.toThrow('The process is gone.');

    pipeline.atCrashPoint(point, () => {});
    expect(await countAll()).toEqual(before);
  });

  it('commits record, bytes, analysis, job and events together', async () => {
    const before = await countAll();

    const receipt = await pipeline.upload('together', { version: 7 });
    const after = await countAll();

    const grown = Object.fromEntries(TABLES.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)]));
    expect(grown).toEqual({
      service: 1,
      service_version: 1,
      version_name: 1,
      sbom: 1,
      analysis: 1,
      blob: 1,
      blob_chunk: 1,
      event: 2,
      'pgboss.job': 1,
    });
    expect(
      await pipeline.query('select type from event where version_id = $1 order by id', [receipt.versionId]),
    ).toEqual([{ type: 'version.created' }, { type: 'sbom.received' }]);
  });

  it('writes nothing the second time', async () => {
    await pipeline.upload('twice', { version: 8 });
    const before = await countAll();

    expect(await pipeline.upload('twice', { version: 8 })).toMatchObject({ deduplicated: true });
    expect(await countAll()).toEqual(before);
  });

  it('shares equal bytes between versions', async () => {
    await pipeline.upload('shared-1', { version: 9 });
    const before = await countAll();
    await pipeline.upload('shared-2', { version: 9 });

    expect(await countAll()).toMatchObject({ blob: before['blob'], blob_chunk: before['blob_chunk'] });
  });
});

describe('the background removal', () => {
  it('deletes a version with its bytes, and keeps bytes that others use', async () => {
    await pipeline.upload('removed', { version: 20 });
    await pipeline.upload('removed', { version: 21 });
    await pipeline.upload('stays', { version: 21 });
    const before = await countAll();

    await deleteVersion(pipeline.deps, pipeline.caller, { service: 'svc', version: 'removed' });
    await removeDeleted(pipeline.deps, { orgId: pipeline.caller.orgId });

    expect(await countAll()).toMatchObject({
      service_version: (before['service_version'] ?? 0) - 1,
      sbom: (before['sbom'] ?? 0) - 2,
      blob: (before['blob'] ?? 0) - 1,
    });
  });

  it('deletes a service with everything below it', async () => {
    await deleteService(pipeline.deps, pipeline.caller, 'svc');
    await removeDeleted(pipeline.deps, { orgId: pipeline.caller.orgId });

    expect(await countAll()).toMatchObject({
      service: 0,
      service_version: 0,
      version_name: 0,
      sbom: 0,
      analysis: 0,
      blob: 0,
      blob_chunk: 0,
    });
  });
});
