/** Statements that the server keeps: from the sixth run on, one plan serves all values. */
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { queueAnalysis } from '../../../src/store/findings/analyses/analyses.ts';
import { newId } from '../../../src/store/new-id.ts';
import { newOrganization } from '../../support/test-assay.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const AT = '2026-01-01T00:00:00.000Z';

it('queues an analysis once, however often it is requested on one connection', async () => {
  const testDatabase = await createTestDatabase();
  const database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 1,
    statementTimeoutMs: 30_000,
    remembersStatements: 'all',
    onIdleError: () => {},
  });
  try {
    const { id: orgId } = await newOrganization(database);
    const created = await database.inOrg(orgId, async (tx) => {
      await tx.client.query(`
        insert into service (org_id, id, name, created_at) values ('${orgId}', '${orgId}', 'service', '${AT}');
        insert into service_version (org_id, id, service_id, name, created_at)
          values ('${orgId}', '${orgId}', '${orgId}', '1', '${AT}');`);
      const results: boolean[] = [];
      for (let time = 0; time < 12; time += 1) {
        const analysis = { id: newId(), versionId: orgId, trigger: 'upload', engineVersion: '1' } as const;
        results.push((await queueAnalysis(tx, { ...analysis, createdAt: AT, jobId: null })).created);
      }
      return results;
    });

    expect(created).toEqual([true, ...Array.from({ length: 11 }, () => false)]);
  } finally {
    await database.close();
    await testDatabase.drop();
  }
});
