import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { READER_VERSION } from '../../../src/pipeline/deps.ts';
import { parseInventories, type ParsedInventories } from '../../../src/pipeline/analysis/parse-inventories.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { listUnparsedSboms } from '../../../src/store/portfolio/sbom-parsing.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await startTestPipeline();
});
afterAll(async () => await pipeline.close());

async function readVersion(versionId: string): Promise<ParsedInventories> {
  const { deps, caller } = pipeline;
  const unread = await deps.database.inOrg(
    caller.orgId,
    async (tx) => await listUnparsedSboms(tx, versionId, READER_VERSION),
  );
  return await parseInventories(deps, caller.orgId, unread);
}

interface ReadComponent {
  readonly name: string;
  readonly release: string | null;
  readonly not_checked: string | null;
}

/** Uploads a document of Debian packages and parses it, as if it had been sent with this distribution. */
async function readPackages(
  version: string,
  purls: readonly string[],
  distro: string | null,
): Promise<ReadComponent[]> {
  const components = purls.map((purl, n) => ({ type: 'library', name: `${version}-${n}`, purl }));
  const { versionId } = await pipeline.upload(version, { components });
  await pipeline.query('update sbom set distro = $2 where version_id = $1', [versionId, distro]);

  const { sets, failures } = await readVersion(versionId);
  expect([sets.size, failures]).toEqual([1, 0]);
  return await pipeline.query<ReadComponent>(
    `select c.name, c.package #>> '{identity,release}' as release, c.not_checked from sbom b
     join component_set s on s.org_id = b.org_id and s.sha256 = b.set_sha256
     join component c on c.org_id = s.org_id and c.id = s.component_id
     where b.version_id = $1 order by s.position`,
    [versionId],
  );
}

describe('the release of a package', () => {
  it.each<[string, string, string | null, string]>([
    ['is the one of its purl', 'purl', null, '11'],
    ['is the one that the sender names, whatever the purl says', 'sender', 'debian-12', '12'],
  ])('%s', async (_, version, distro, release) => {
    const [component] = await readPackages(version, ['pkg:deb/debian/bash@5.1?distro=debian-11'], distro);

    expect(component).toMatchObject({ release, not_checked: null });
  });

  it('is that of the other packages when nothing else names one', async () => {
    const components = await readPackages(
      'neighbor',
      ['pkg:deb/debian/bash@5.1', 'pkg:deb/debian/curl@7.74+deb11u1'],
      null,
    );

    expect(components.map(({ release }) => release)).toEqual(['11', '11']);
  });

  it('is unknown when nothing names one', async () => {
    const [component] = await readPackages('unknown', ['pkg:deb/debian/bash@5.1'], null);

    expect(component).toMatchObject({ release: null, not_checked: 'unknown-release' });
  });
});

describe('the components of documents', () => {
  const library = (name: string, version = '1.0.0'): Record<string, unknown> => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
  });
  const count = async (table: string): Promise<number> => {
    const [row] = await pipeline.query<{ count: number }>(`select count(*)::int as count from ${table}`, []);
    return row?.count ?? 0;
  };
  const read = async (version: string, components: readonly unknown[], changes = {}): Promise<string> => {
    const { versionId } = await pipeline.upload(version, { components, ...changes });
    await readVersion(versionId);
    return versionId;
  };
  const setOf = async (versionId: string): Promise<string> => {
    const [row] = await pipeline.query<{ set: string }>(
      "select encode(set_sha256, 'hex') as set from sbom where version_id = $1",
      [versionId],
    );
    return row?.set ?? '';
  };

  it('are stored once for equal builds, whatever their order', async () => {
    const first = await read('equal-1', [library('equal-a'), library('equal-b')], { serialNumber: 'urn:uuid:1' });
    const before = [await count('component'), await count('component_chunk'), await count('component_set_chunk')];
    const second = await read('equal-2', [library('equal-b'), library('equal-a')], { serialNumber: 'urn:uuid:2' });

    expect(await setOf(second)).toBe(await setOf(first));
    expect([await count('component'), await count('component_chunk'), await count('component_set_chunk')]).toEqual(
      before,
    );
  });

  it('cost only as many new rows as there are new components', async () => {
    await read('near-1', [library('near-a'), library('near-b'), library('near-c')]);
    const before = [await count('component'), await count('component_key')];
    await read('near-2', [library('near-a'), library('near-b'), library('near-c', '1.0.1')]);

    expect([await count('component'), await count('component_key')]).toEqual(before.map((each) => each + 1));
  });

  it('keep the owners of packages inside other packages when all positions move', async () => {
    const systems = Array.from({ length: 40 }, (_, n) => ({
      type: 'library',
      name: `python3-inner-${n}`,
      purl: `pkg:deb/debian/python3-inner-${n}@1.0-1?distro=debian-12`,
      components: [library(`inner-${n}`)],
    }));
    const ownersOf = async (versionId: string): Promise<{ name: string; owners: string[] }[]> =>
      await pipeline.query<{ name: string; owners: string[] }>(
        `select c.name, array(
           select o.name from component_set t join component o on o.org_id = t.org_id and o.id = t.component_id
           where t.org_id = s.org_id and t.sha256 = s.sha256 and t.position = any(s.owners)) as owners
         from component_set s join component c on c.org_id = s.org_id and c.id = s.component_id
         join sbom b on b.org_id = s.org_id and b.set_sha256 = s.sha256
         where b.version_id = $1 and s.owners is not null order by c.name collate "C"`,
        [versionId],
      );

    const first = await ownersOf(await read('owned-1', systems));
    const second = await ownersOf(await read('owned-2', [library('a-first'), ...systems]));

    expect(first.map(({ name, owners }) => owners.map((owner) => owner === `python3-${name}`))).toEqual(
      Array.from({ length: 40 }, () => [true]),
    );
    expect(second).toEqual(first);
  });

  it('of a build with one change share all chunks but one or two, and are in the order of a build without others', async () => {
    const names = Array.from({ length: 600 }, (_, n) => `chunk-${String(n).padStart(3, '0')}`);
    const membersOf = async (versionId: string): Promise<unknown[]> =>
      await pipeline.query(
        `select s.position, c.name, c.version, s.scope, s.type, coalesce(s.purl, c.purl) as purl from component_set s
         join component c on c.org_id = s.org_id and c.id = s.component_id
         join sbom b on b.org_id = s.org_id and b.set_sha256 = s.sha256 where b.version_id = $1 order by s.position`,
        [versionId],
      );
    await read(
      'chunks-1',
      names.map((name) => library(name)),
    );
    const before = await count('component_chunk');
    // One new component moves the positions of all that follow it.
    const changed = [library('chunk-0000'), ...names.map((name) => library(name))];
    const second = await read('chunks-2', changed);

    expect((await count('component_chunk')) - before).toBeLessThanOrEqual(2 * 64);
    expect(await membersOf(second)).toEqual(
      ['chunk-000', 'chunk-0000', ...names.slice(1)].map((name, position) => ({
        position,
        name,
        version: '1.0.0',
        scope: 'required',
        type: 'library',
        purl: `pkg:npm/${name}@1.0.0`,
      })),
    );
  });

  it('are parsed again only if an older parser has parsed them', async () => {
    const versionId = await read('older', [library('older')]);
    await pipeline.query('update sbom set set_sha256 = null, reader_version = 0 where version_id = $1', [versionId]);

    await readVersion(versionId);
    const [before] = await pipeline.query('select xmin from sbom where version_id = $1', [versionId]);
    await readVersion(versionId);

    expect(await setOf(versionId)).not.toBe('');
    expect((await pipeline.query('select xmin from sbom where version_id = $1', [versionId]))[0]).toEqual(before);
  });

  it('of many batches are all stored', async () => {
    const components = Array.from({ length: 4_321 }, (_, n) => library(`many-${n}`));
    const versionId = await read('many', components);
    const [row] = await pipeline.query<{ members: number; positions: number }>(
      `select count(*)::int as members, count(distinct position)::int as positions from component_set s
       join sbom b on b.org_id = s.org_id and b.set_sha256 = s.sha256 where b.version_id = $1`,
      [versionId],
    );

    expect(row).toEqual({ members: 4_321, positions: 4_321 });
  });

  describe('of many batches', () => {
    const names = Array.from({ length: 4_321 }, (_, n) => `batch-${String(n).padStart(4, '0')}`);
    const positionsOf = async (versionId: string): Promise<string[]> => {
      const rows = await pipeline.query<{ name: string }>(
        `select c.name from component_set s join component c on c.org_id = s.org_id and c.id = s.component_id
         join sbom b on b.org_id = s.org_id and b.set_sha256 = s.sha256 where b.version_id = $1 order by s.position`,
        [versionId],
      );
      return rows.map(({ name }) => name);
    };

    it('are written only where the build differs from the one before', async () => {
      await read(
        'batch-1',
        names.map((name) => library(name)),
      );
      const before = [await count('component'), await count('component_chunk')];
      const changed = await read('batch-2', [library('batch-2000-a'), ...names.map((name) => library(name))]);

      const [components = 0, members = 0] = before;
      expect((await count('component')) - components).toBe(1);
      expect((await count('component_chunk')) - members).toBeLessThanOrEqual(2 * 64);
      expect(await positionsOf(changed)).toEqual([...names, 'batch-2000-a'].toSorted());
    });

    it('are completed if a worker died before it had stored all of them', async () => {
      const versionId = await read(
        'batch-died',
        names.map((name) => library(name)),
      );
      const set = await setOf(versionId);
      // The same components were parsed before by another test.
      await pipeline.query(
        `update sbom set set_sha256 = null, reader_version = 0 where set_sha256 = decode($1, 'hex')`,
        [set],
      );
      await pipeline.query(
        `delete from component_chunk where sha256 in (
           select c.chunk_sha256 from component_set_chunk c where c.start % 3 = 0 and c.set_sha256 = decode($1, 'hex'))`,
        [set],
      );
      await readVersion(versionId);

      expect(await positionsOf(versionId)).toEqual(names);
    });
  });
});

describe('a document that an older parser has parsed', () => {
  it('is parsed again by an analysis that the repair sweep requests, once', async () => {
    const { versionId } = await pipeline.upload('swept');
    const job = { orgId: pipeline.caller.orgId, versionId };
    await analyzeVersion(pipeline.deps, job);
    await pipeline.query('update sbom set reader_version = 1 where version_id = $1', [versionId]);

    await repairSweep(pipeline.deps);
    await repairSweep(pipeline.deps);
    await analyzeVersion(pipeline.deps, job);
    await repairSweep(pipeline.deps);

    expect(
      await pipeline.query('select trigger, status from analysis where version_id = $1 order by created_at, id', [
        versionId,
      ]),
    ).toEqual([
      { trigger: 'upload', status: 'completed' },
      { trigger: 'engine', status: 'completed' },
    ]);
  });

  it('is left alone once it has failed', async () => {
    const { versionId } = await pipeline.upload('failed');
    await analyzeVersion(pipeline.deps, { orgId: pipeline.caller.orgId, versionId });
    await pipeline.query("update sbom set reader_version = 1, status = 'failed' where version_id = $1", [versionId]);

    await repairSweep(pipeline.deps);

    expect(await pipeline.query('select 1 from analysis where version_id = $1', [versionId])).toHaveLength(1);
  });
});
