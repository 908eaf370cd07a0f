/** What the last published version of a service has too is not looked up again, unless it may have to be matched again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { ENGINE_VERSION } from '../../../src/pipeline/deps.ts';
import { recordMatchedSnapshot } from '../../../src/store/people/applied-snapshots.ts';
import { listStaleComponents } from '../../../src/store/portfolio/components/component-matches.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

const COMPONENTS = 3_000;
const CHANGED = 10;

let pipeline: TestPipeline;
let serviceId: string;
let set: Buffer;
beforeAll(async () => {
  pipeline = await startTestPipeline();
  const { orgId } = pipeline.caller;
  await pipeline.deps.database.reference(
    async ({ client }) => await client.query('insert into advisory_clock (snapshot) values (1)'),
  );
  for (const version of ['1', '2']) {
    const { versionId } = await pipeline.send(version, Buffer.from(JSON.stringify(aDocument(version))));
    await analyzeVersion(pipeline.deps, { orgId, versionId });
  }
  const rows = await pipeline.query<{ serviceId: string; set: Buffer }>(
    `select v.service_id as "serviceId", b.set_sha256 as set from service_version v
     join sbom b on b.org_id = v.org_id and b.version_id = v.id where v.name = '2'`,
  );
  ({ serviceId, set } = rows[0] ?? { serviceId: '', set: Buffer.alloc(0) });
  await pipeline.deps.database.inOrg(orgId, async (tx) => await recordMatchedSnapshot(tx, 1, ENGINE_VERSION));
  // As before the analysis of the second version: only its own components have no result.
  await pipeline.query(
    `update analysis set coverage = null where version_id = (select id from service_version where name = '2')`,
  );
  await pipeline.query(
    `delete from component_memo where component_id in (select id from component where version = '2.0.0')`,
  );
});
afterAll(async () => await pipeline.close());

function aDocument(version: string): object {
  const components = Array.from({ length: COMPONENTS }, (_, n) => {
    const [name, of] = [`package-${n}`, n < CHANGED ? `${version}.0.0` : '1.0.0'];
    return { type: 'library', name, version: of, purl: `pkg:npm/${name}@${of}`, 'bom-ref': name };
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
}

type Looked = Awaited<ReturnType<typeof listStaleComponents>>;

async function lookFor(count = COMPONENTS, from = 0): Promise<Looked> {
  return await pipeline.deps.database.inOrg(
    pipeline.caller.orgId,
    async (tx) => await listStaleComponents(tx, set, { engineVersion: ENGINE_VERSION, serviceId, from, count }),
  );
}

/** Runs work with other facts about the organization, and undoes them. */
async function withOrganization(changes: string, work: () => Promise<void>): Promise<void> {
  const [before] = await pipeline.query<{ engine: string; snapshot: string }>(
    'select matched_engine as engine, matched_snapshot as snapshot from organization',
  );
  await pipeline.query(`update organization set ${changes}`);
  try {
    await work();
  } finally {
    await pipeline.query('update organization set matched_engine = $1, matched_snapshot = $2', [
      before?.engine,
      before?.snapshot,
    ]);
  }
}

describe('the components of a version that have to be matched', () => {
  it('are those that the last published version does not have', async () => {
    const { ids, count, isLast } = await lookFor();

    expect({ ids: ids.length, count, isLast }).toEqual({ ids: CHANGED, count: COMPONENTS, isLast: true });
  });

  it('are counted in parts like the whole', async () => {
    const parts: Looked[] = [];
    for (let from = 0; parts.at(-1)?.isLast !== true; from += 700) parts.push(await lookFor(700, from));

    expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(COMPONENTS);
    expect(parts.flatMap(({ ids }) => ids).toSorted()).toEqual([...(await lookFor()).ids].toSorted());
  });

  it.each([
    ['another engine', 'matched_engine = null'],
    ['older data', 'matched_snapshot = 0'],
  ])('are looked for among all others only after the organization was matched by %s', async (_name, changes) => {
    const stale = `(select component_id from component_chunk where sha256 in (
      select chunk_sha256 from component_set_chunk group by 1 having count(*) = 2) order by 1 limit 1)`;
    await pipeline.query(`update component_memo set engine_version = 'older' where component_id = ${stale}`);
    try {
      expect((await lookFor()).ids).toHaveLength(CHANGED);
      await withOrganization(changes, async () => {
        expect((await lookFor()).ids).toHaveLength(CHANGED + 1);
      });
    } finally {
      await pipeline.query(`update component_memo set engine_version = $1 where component_id = ${stale}`, [
        ENGINE_VERSION,
      ]);
    }
  });
});
