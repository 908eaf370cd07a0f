/** The groups of a set, computed from those of another set, are the groups that are counted from its components. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type OrgTx } from '../../../src/store/database.ts';
import { saveComponents, type SetChunk } from '../../../src/store/portfolio/components/components.ts';
import { clearSetGroupCache, countSetGroups } from '../../../src/store/portfolio/components/set-groups.ts';
import { newOrganization } from '../../support/test-assay.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const FAMILIES = ['npm', 'PyPI', 'Debian'];
const REASONS = [null, null, 'no-version', 'no-identity'];

let testDatabase: TestDatabase;
let database: Database;
let orgId: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 2,
    statementTimeoutMs: 30_000,
    remembersStatements: 'all',
    onIdleError: () => {},
  });
  ({ id: orgId } = await newOrganization(database));
});
beforeEach(() => clearSetGroupCache());
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Chunks of three components. */
function toChunks(names: readonly number[]): SetChunk[] {
  return Array.from({ length: Math.ceil(names.length / 3) }, (_, i): SetChunk => {
    const chunk = names.slice(i * 3, i * 3 + 3).map((n, at) => {
      const ecosystem = FAMILIES[n % FAMILIES.length] ?? null;
      const about = { sha256: sha256(`component ${n}`), purl: null, not_checked: REASONS[n % REASONS.length] ?? null };
      const identity = {
        family: ecosystem,
        name: `name-${n}`,
        ...(ecosystem === 'Debian' && { release: String(n % 2) }),
      };
      return {
        component: {
          ...about,
          name: `name-${n}`,
          version: '1',
          ecosystem,
          unversioned: 'x',
          sort_key: 'x',
          package: { identity },
          keys: [],
        },
        member: { ...about, position: i * 3 + at, scope: 'required', direct: null, type: 'library' },
      };
    });
    return {
      sha256: sha256(`chunk ${names.slice(i * 3, i * 3 + 3).join()}`),
      start: i * 3,
      components: chunk.map(({ component }) => JSON.stringify(component)),
      members: JSON.stringify(chunk.map(({ member }) => member)),
    };
  });
}

async function save(tx: OrgTx, names: readonly number[]): Promise<Buffer> {
  const set = createHash('sha256').update(randomUUID()).digest();
  await saveComponents(tx, set, toChunks(names), () => randomUUID());
  return set;
}

async function count(tx: OrgTx, set: Buffer, near?: Buffer): Promise<readonly string[]> {
  return (await countSetGroups(tx, set, near)).map((group) => JSON.stringify(group)).toSorted();
}

describe('countSetGroups', () => {
  it.each([
    ['equal', 40, (n: number) => [n]],
    ['with other components', 40, (n: number) => (n % 7 === 0 ? [n + 100] : [n])],
    ['with fewer components', 40, (n: number) => (n > 20 ? [] : [n])],
    ['with more components', 41, (n: number) => (n === 40 ? [40, 41, 42, 43, 44, 45] : [n])],
    ['without a common chunk', 40, (n: number) => [n + 200]],
  ])('counts a set from one that is %s', async (_, length, change) => {
    await database.inOrg(orgId, async (tx) => {
      const names = Array.from({ length }, (__, n) => n);
      const [before, now] = [await save(tx, names), await save(tx, names.flatMap(change))];
      const expected = await count(tx, now);
      clearSetGroupCache();
      await count(tx, before);

      expect(expected.length).toBeGreaterThan(1);
      expect(await count(tx, now, before)).toEqual(expected);
    });
  });

  it('counts the components if the other set was removed after it was counted', async () => {
    await database.inOrg(orgId, async (tx) => {
      const names = Array.from({ length: 30 }, (_, n) => n);
      const [before, now] = [await save(tx, names), await save(tx, [...names.slice(0, 15), 300, 301])];
      const expected = await count(tx, now);
      clearSetGroupCache();
      await count(tx, before);
      await tx.client.query('delete from component_set_chunk where org_id = $1 and set_sha256 = $2', [orgId, before]);

      expect(await count(tx, now, before)).toEqual(expected);
    });
  });
});
