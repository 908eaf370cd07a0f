/** Results are written only for components that are stored: no foreign key rejects those of a component that was removed. */
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { saveMatches } from '../../../src/store/portfolio/components/component-matches.ts';
import { newOrganization } from '../../support/test-assay.ts';
import { aDatabase } from '../../support/test-database.ts';

it('writes no result of a component that was removed while it was matched', async () => {
  const database = openDatabase({
    url: await aDatabase(),
    connectionsMax: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  onTestFinished(async () => await database.close());
  const { id: orgId } = await newOrganization(database);
  const removed = { id: randomUUID(), matches: [], unassessed: null, sourceKeys: ['Debian\u001F12\u001Fopenssl'] };

  const rows = await database.inOrg(orgId, async (tx) => {
    await saveMatches(tx, [removed], 1, 'engine');
    const { rows: written } = await tx.client.query(
      'select component_id from component_memo union all select component_id from component_key',
    );
    return written;
  });

  expect(rows).toEqual([]);
});
