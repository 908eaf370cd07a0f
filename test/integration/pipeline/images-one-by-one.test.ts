/**
 * A version of a service consists of several documents, one per image, which arrive one by one. The findings of an image that has
 * not arrived are neither resolved nor unchanged: no event is published for them until the image arrives or is given up.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { deleteSbom } from '../../../src/pipeline/upload/change-sbom.ts';
import { listCveHistory } from '../../../src/pipeline/queries/list-cve-history.ts';
import { findFinding } from '../../../src/store/findings/lists/listed-finding.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';

/** Each package is affected below 2.0.0. */
const PACKAGES = ['api-lib', 'worker-lib', 'both-lib', 'new-lib'];
const RECORDS = PACKAGES.map((name, n) =>
  anOsvRecord({
    id: `CVE-2024-${1_000 + n}`,
    aliases: [],
    affected: [anAffected({ name, events: [{ introduced: '0' }, { fixed: '2.0.0' }] })],
  }),
);

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom({ npm: RECORDS });
});
afterAll(async () => {
  await updates.close();
});

type Image = 'api' | 'worker' | 'cron';
type Libraries = Readonly<Record<string, string>>;
interface Sent {
  readonly id: string;
  readonly versionId: string;
}

async function receive(service: string, version: string, image: Image, libraries: Libraries): Promise<Sent> {
  const components = Object.entries(libraries).map(([name, each]) => ({
    type: 'library',
    name,
    version: each,
    'bom-ref': name,
    purl: `pkg:npm/${name}@${each}`,
  }));
  const metadata = { component: { type: 'application', name: `${service} ${version} ${image}` } };
  const slot = `registry.example.com/${service}/${image}`;
  const about = { service, image: `${slot}:${version}` };
  return await updates.pipeline.upload(version, { components, dependencies: [], metadata }, slot, about);
}

/** Uploads a document and analyzes it at once. */
async function send(service: string, version: string, image: Image, libraries: Libraries): Promise<Sent> {
  const sent = await receive(service, version, image, libraries);
  await analyze(sent.versionId);
  return sent;
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
}

/** `resolved worker-lib`, in the order of the events of a version. */
async function toldOf(versionId: string): Promise<string[]> {
  const rows = await updates.pipeline.query<{ text: string }>(
    `select substring(type from 9) || ' ' || (detail->>'package') as text from event
     where version_id = $1 and type like 'finding.%' order by id`,
    [versionId],
  );
  return rows.map(({ text }) => text);
}

async function lastDetail(versionId: string, type: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await updates.pipeline.query<{ detail: Record<string, unknown> }>(
    'select detail from event where version_id = $1 and type = $2 order by id desc limit 1',
    [versionId, type],
  );
  return row?.detail;
}

async function openIn(versionId: string): Promise<string[]> {
  const rows = await updates.pipeline.query<{ package_name: string }>(
    'select package_name from version_finding where version_id = $1 and known_to is null order by 1',
    [versionId],
  );
  return rows.map((row) => row.package_name);
}

/** Returns the images that are missing according to the last analysis of a version. */
async function notUploadedIn(versionId: string): Promise<(string | null)[]> {
  const [row] = await updates.pipeline.query<{ not_uploaded: { image: string | null }[] | null }>(
    `select not_uploaded from analysis where version_id = $1 and coverage is not null order by finished_at desc, id desc limit 1`,
    [versionId],
  );
  return (row?.not_uploaded ?? []).map(({ image }) => image);
}

/** Returns the state of a finding to a client that has stored its id. */
async function stateOfNoted(versionId: string, name: string): Promise<string | undefined> {
  const { deps, caller } = updates.pipeline;
  const [row] = await updates.pipeline.query<{ id: string }>(
    'select id from version_finding where version_id = $1 and package_name = $2',
    [versionId, name],
  );
  const found = await deps.database.inOrg(caller.orgId, async (tx) => await findFinding(tx, row?.id ?? '', 'all'));
  return found?.state;
}

/** Returns the state of the vulnerability of `worker-lib` by version. */
async function historyOf(service: string, id = 'CVE-2024-1001'): Promise<string[]> {
  const { deps, caller } = updates.pipeline;
  const request = { service, id, limit: 100, offset: 0, after: undefined, asOf: undefined };
  const { items } = await listCveHistory(deps, caller, request);
  return items.map(({ version, state, change }) => `${version.name} ${state}${change ? `, ${change.kind}` : ''}`);
}

const OLD = { api: { 'api-lib': '1.0.0' }, worker: { 'worker-lib': '1.0.0' } } as const;

/** Uploads version 1 with both images. */
async function begin(service: string): Promise<void> {
  await send(service, '1', 'api', OLD.api);
  await send(service, '1', 'worker', OLD.worker);
}

describe('an image of the previous version that has not arrived yet', () => {
  it('resolves nothing, is named, and counts as not uploaded yet', async () => {
    await begin('waiting');

    const { versionId } = await send('waiting', '2', 'api', OLD.api);

    expect(await toldOf(versionId)).toEqual([]);
    expect(await openIn(versionId)).toEqual(['api-lib']);
    expect(await notUploadedIn(versionId)).toEqual(['registry.example.com/waiting/worker:1']);
    expect(await lastDetail(versionId, 'analysis.completed')).toMatchObject({
      resolved: 0,
      unchanged: 1,
      notUploaded: 1,
    });
    expect(await historyOf('waiting')).toEqual(['1 open, introduced', '2 not_uploaded']);
  });

  it('causes no event when it arrives unchanged', async () => {
    await begin('unchanged');
    await send('unchanged', '2', 'api', OLD.api);

    const { versionId } = await send('unchanged', '2', 'worker', OLD.worker);

    expect(await toldOf(versionId)).toEqual([]);
    expect(await openIn(versionId)).toEqual(['api-lib', 'worker-lib']);
    expect(await notUploadedIn(versionId)).toEqual([]);
    expect(await lastDetail(versionId, 'analysis.completed')).toMatchObject({
      introduced: 0,
      resolved: 0,
      changed: 0,
      unchanged: 2,
      notUploaded: 0,
    });
    expect(await historyOf('unchanged')).toEqual(['1 open, introduced', '2 open']);
  });

  it('publishes its fixed findings as resolved once when it arrives, with the package versions', async () => {
    await begin('fixed');
    await send('fixed', '2', 'api', OLD.api);

    const { versionId } = await send('fixed', '2', 'worker', { 'worker-lib': '2.0.0' });
    await send('fixed', '2', 'worker', { 'worker-lib': '2.0.1' });

    expect(await toldOf(versionId)).toEqual(['resolved worker-lib']);
    expect(await lastDetail(versionId, 'finding.resolved')).toMatchObject({ from: ['1.0.0'], to: ['2.0.0'] });
    expect(await openIn(versionId)).toEqual(['api-lib']);
    expect(await historyOf('fixed')).toEqual(['1 open, introduced', '2 absent, resolved']);
  });

  it('publishes its new findings, and new findings of other images', async () => {
    await begin('news');
    const { versionId } = await send('news', '2', 'api', { ...OLD.api, 'both-lib': '1.0.0' });

    await send('news', '2', 'worker', { ...OLD.worker, 'new-lib': '1.0.0', 'both-lib': '1.0.0' });

    expect(await toldOf(versionId)).toEqual(['introduced both-lib', 'introduced new-lib']);
  });

  it('prevents a finding from being resolved when another image no longer has it', async () => {
    await send('both', '1', 'api', { 'both-lib': '1.0.0' });
    await send('both', '1', 'worker', { 'both-lib': '1.0.0' });
    await send('both', '2', 'api', { 'both-lib': '1.0.0' });

    const { versionId } = await send('both', '2', 'api', { 'both-lib': '2.0.0' });
    const between = { told: await toldOf(versionId), open: await openIn(versionId) };
    await send('both', '2', 'worker', { 'both-lib': '1.0.0' });

    expect(between).toEqual({ told: [], open: [] });
    expect(await toldOf(versionId)).toEqual([]);
    expect(await openIn(versionId)).toEqual(['both-lib']);
  });

  it('resolves findings that were resolved in the previous version, although it never arrives', async () => {
    await begin('mended');
    const { versionId } = await send('mended', '2', 'api', OLD.api);

    await send('mended', '1', 'worker', { 'worker-lib': '2.0.0' });
    await send('mended', '2', 'api', { ...OLD.api, other: '1.0.0' });

    expect(await toldOf(versionId)).toEqual(['resolved worker-lib']);
  });
});

describe('an image that is no longer uploaded', () => {
  it('is waited for in two versions, and its findings are resolved in the third', async () => {
    await begin('dropped');
    const told: string[][] = [];
    const missing: (string | null)[][] = [];
    for (const version of ['2', '3', '4', '5']) {
      const { versionId } = await send('dropped', version, 'api', OLD.api);
      told.push(await toldOf(versionId));
      missing.push(await notUploadedIn(versionId));
    }

    const worker = 'registry.example.com/dropped/worker:1';
    expect(told).toEqual([[], [], ['resolved worker-lib'], []]);
    expect(missing).toEqual([[worker], [worker], [], []]);
    expect(await historyOf('dropped')).toEqual([
      '1 open, introduced',
      '2 not_uploaded',
      '3 not_uploaded',
      '4 absent, resolved',
      '5 absent',
    ]);
  });

  it('that was skipped by one version returns as if it had never been absent', async () => {
    await begin('failed-build');
    await send('failed-build', '2', 'api', OLD.api);

    const { versionId } = await send('failed-build', '3', 'api', OLD.api);
    await send('failed-build', '3', 'worker', OLD.worker);

    expect(await toldOf(versionId)).toEqual([]);
    expect(await openIn(versionId)).toEqual(['api-lib', 'worker-lib']);
  });

  it('can return with its findings fixed', async () => {
    await begin('repaired');
    await send('repaired', '2', 'api', OLD.api);

    const { versionId } = await send('repaired', '3', 'api', OLD.api);
    await send('repaired', '3', 'worker', { 'worker-lib': '2.0.0' });

    expect(await toldOf(versionId)).toEqual(['resolved worker-lib']);
    expect(await lastDetail(versionId, 'finding.resolved')).toMatchObject({ from: ['1.0.0'], to: ['2.0.0'] });
  });
});

describe('a deleted document', () => {
  it('leaves the findings of its image in the previous version open and unseen', async () => {
    await begin('deleted');
    await send('deleted', '2', 'api', OLD.api);
    const worker = await send('deleted', '2', 'worker', OLD.worker);

    await deleteSbom(updates.pipeline.deps, updates.pipeline.caller, worker.id);
    await analyze(worker.versionId);
    const between = { told: await toldOf(worker.versionId), open: await openIn(worker.versionId) };
    const missing = await notUploadedIn(worker.versionId);
    const noted = await stateOfNoted(worker.versionId, 'worker-lib');
    await send('deleted', '2', 'worker', OLD.worker);

    expect(between).toEqual({ told: [], open: ['api-lib'] });
    expect(missing).toEqual(['registry.example.com/deleted/worker:1']);
    expect(noted).toBe('open');
    expect(await toldOf(worker.versionId)).toEqual([]);
    expect(await openIn(worker.versionId)).toEqual(['api-lib', 'worker-lib']);
  });

  it('resolves findings that no previous version had', async () => {
    await send('deleted-new', '1', 'api', OLD.api);
    await send('deleted-new', '2', 'api', OLD.api);
    const worker = await send('deleted-new', '2', 'worker', OLD.worker);

    await deleteSbom(updates.pipeline.deps, updates.pipeline.caller, worker.id);
    await analyze(worker.versionId);

    expect(await toldOf(worker.versionId)).toEqual(['introduced worker-lib', 'resolved worker-lib']);
  });
});

describe('the upload order of images', () => {
  const IMAGES: readonly Image[] = ['api', 'worker', 'cron'];
  const libraries = fc
    .subarray(PACKAGES)
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom('1.0.0', '1.5.0', '2.0.0')]))),
    );
  /** Null: the version is built without the image. */
  const anyVersion = fc.record({
    documents: fc.tuple(libraries, fc.option(libraries), fc.option(libraries)),
    order: fc.shuffledSubarray([...IMAGES], { minLength: 3 }),
    isAnalyzed: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  });
  type AnyVersion = typeof anyVersion extends fc.Arbitrary<infer Value> ? Value : never;

  async function build(
    service: string,
    version: string,
    { documents, order, isAnalyzed }: AnyVersion,
  ): Promise<string> {
    let last = '';
    for (const image of order) {
      const held = documents[IMAGES.indexOf(image)];
      if (held === null || held === undefined) continue;
      last = (await receive(service, version, image, held)).versionId;
      if (isAnalyzed[IMAGES.indexOf(image)] === true) await analyze(last);
    }
    await analyze(last);
    return last;
  }

  /** Returns the final state without ids and times. */
  async function readEnd(service: string, versionIds: readonly string[]): Promise<object> {
    const versions = versionIds.map(async (id) => ({
      open: await openIn(id),
      notUploaded: (await notUploadedIn(id)).map((image) => image?.replace(service, '')),
      told: toNet(await toldOf(id)),
    }));
    const known = await updates.pipeline.query<{ canonical_id: string }>(
      `select distinct v.canonical_id from version_finding v
       join service_version n on n.org_id = v.org_id and n.id = v.version_id
       join service s on s.org_id = n.org_id and s.id = n.service_id where s.name = $1 order by 1`,
      [service],
    );
    const histories = known.map(async ({ canonical_id: id }) => [id, await historyOf(service, id)]);
    return { versions: await Promise.all(versions), histories: await Promise.all(histories) };
  }

  /** Findings that disappear from one image and return with a new one cause two events, which cancel each other out. */
  function toNet(told: readonly string[]): string[] {
    const sums = new Map<string, number>();
    for (const [kind, name] of told.map((text) => text.split(' '))) {
      const step = kind === 'resolved' ? -1 : 1;
      sums.set(name ?? '', (sums.get(name ?? '') ?? 0) + step);
    }
    return [...sums].flatMap(([name, sum]) => (sum === 0 ? [] : [`${name} ${sum}`])).toSorted();
  }

  it('does not change the final events and findings', { timeout: 300_000 }, async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(anyVersion, anyVersion, anyVersion, anyVersion),
        fc.tuple(anyVersion, anyVersion, anyVersion, anyVersion),
        async (versions, others) => {
          round += 1;
          const services = [`order-${round}-a`, `order-${round}-b`] as const;
          const ends: object[] = [];
          for (const [index, service] of services.entries()) {
            const ids: string[] = [];
            for (const [n, each] of versions.entries()) {
              const { order, isAnalyzed } = (index === 0 ? each : others[n]) ?? each;
              ids.push(await build(service, `${n + 1}`, { documents: each.documents, order, isAnalyzed }));
            }
            ends.push(await readEnd(service, ids));
          }

          expect(ends[1]).toEqual(ends[0]);
        },
      ),
      { numRuns: 5 },
    );
  });
});
