/** The facts that relevance rules need are stored after an upload and a refresh. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { listComponentFiles, toHoldingDocument, toPlaces } from '../../../src/pipeline/evaluation/component-places.ts';
import { describeFoundVulnerabilities } from '../../../src/pipeline/evaluation/matched-version.ts';
import {
  listAffectedComponents,
  listEffectiveSboms,
  toSets,
  type AffectedComponent,
} from '../../../src/store/findings/publication/published-inputs.ts';
import type { ComponentPlace } from '../../../src/core/relevance/subject/subject.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';

const SERIAL = 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79';
const OPEN = [{ introduced: '0' }];
const DIRECTORIES = {
  Go: [
    anOsvRecord({
      id: 'GO-2024-1',
      aliases: ['CVE-2024-2001'],
      summary: 'Path traversal',
      details: 'This only affects Windows. ** DISPUTED ** It needs ptrace(2).',
      affected: [
        anAffected({
          ecosystem: 'Go',
          name: 'example.com/app',
          type: 'SEMVER',
          events: OPEN,
          ecosystem_specific: { imports: [{ path: 'example.com/app', goos: ['windows'] }] },
        }),
      ],
    }),
  ],
  npm: [
    anOsvRecord({
      id: 'GHSA-aaaa-bbbb-cccc',
      aliases: ['CVE-2024-2002'],
      details: 'Rejected reason: not a vulnerability.',
      affected: [anAffected({ events: OPEN })],
    }),
  ],
};

const GO = {
  type: 'library',
  name: 'app',
  'bom-ref': 'go',
  purl: 'pkg:golang/example.com/app@v1.0.0?goos=linux&goarch=amd64',
  evidence: { occurrences: [{ location: '/usr/bin/app' }] },
};
const NPM = {
  type: 'library',
  name: 'left-pad',
  'bom-ref': 'npm',
  purl: 'pkg:npm/left-pad@1.3.0',
  properties: [
    { name: 'cdx:npm:package:development', value: 'true' },
    { name: 'cdx:npm:package:constraint:os', value: 'darwin' },
  ],
};

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom(DIRECTORIES);
});
afterAll(async () => {
  await updates.close();
});

interface Facts {
  readonly components: readonly AffectedComponent[];
  readonly places: ReadonlyMap<string, readonly ComponentPlace[]>;
  readonly found: Awaited<ReturnType<typeof describeFoundVulnerabilities>>;
}

/** Reads the facts as publishing does. */
async function readFacts(versionId: string): Promise<Facts> {
  const { deps, caller } = updates.pipeline;
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const sboms = await listEffectiveSboms(tx, versionId);
    const components = (await listAffectedComponents(tx, toSets(sboms), 100)) ?? [];
    const files = await listComponentFiles(tx, sboms, components);
    const matches = components.flatMap((component) => component.matches);
    return {
      components,
      places: toPlaces(sboms.map(toHoldingDocument), components, files),
      found: await describeFoundVulnerabilities(tx, matches, new Date().toISOString()),
    };
  });
}

describe('after an upload', () => {
  it('documents, components and records contain the facts that rules need', async () => {
    const { pipeline } = updates;
    const { deps, caller } = pipeline;
    const document = {
      serialNumber: SERIAL,
      version: 2,
      metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'shop' } },
      components: [GO, NPM],
      dependencies: [{ ref: 'shop', dependsOn: ['go'] }],
      compositions: [{ aggregate: 'complete' }],
    };
    const { versionId } = await pipeline.upload('1.0', document, 'main', { image: 'shop:1' });
    await pipeline.upload(
      '1.0',
      { ...document, metadata: { lifecycles: [{ phase: 'build' }] }, compositions: [] },
      'source',
    );
    await analyzeVersion(deps, { orgId: caller.orgId, versionId });

    const { components, places, found } = await readFacts(versionId);

    const placesOf = (name: string): readonly ComponentPlace[] =>
      places.get(components.find((component) => component.name === name)?.id ?? '') ?? [];
    expect(placesOf('example.com/app')).toMatchObject([
      {
        image: 'shop:1',
        document: { kind: 'deployed', isContainer: true },
        scope: 'required',
        inGraph: true,
        files: ['/usr/bin/app'],
        platform: { os: ['linux'], arch: ['amd64'] },
      },
      { image: null, document: { kind: 'build', isContainer: false }, inGraph: null, files: [] },
    ]);
    expect(placesOf('left-pad')).toMatchObject([
      { scope: 'development', inGraph: false, files: [], platform: { os: ['darwin'], arch: [] } },
      { scope: 'development', inGraph: null },
    ]);
    expect(components.flatMap(({ matches }) => matches.map(({ platforms }) => platforms ?? []))).toContainEqual([
      { os: ['windows'], arch: [] },
    ]);
    expect(found.get('CVE-2024-2001')).toMatchObject({
      mentions: ['only:windows', 'syscall:ptrace'],
      isDisputed: true,
      isWithdrawn: false,
    });
    expect(found.get('CVE-2024-2002')).toMatchObject({ mentions: [], isDisputed: false, isWithdrawn: true });
  });

  it('a document keeps the name that links from others use', async () => {
    const { pipeline } = updates;
    const { deps, caller } = pipeline;
    const { versionId } = await pipeline.upload('2.0', { serialNumber: SERIAL, version: 7 });
    await analyzeVersion(deps, { orgId: caller.orgId, versionId });

    const [sbom] = await deps.database.inOrg(caller.orgId, async (tx) => await listEffectiveSboms(tx, versionId));

    expect(sbom?.traits).toMatchObject({ serialNumber: SERIAL, version: 7 });
  });
});

describe('a record whose text is edited', () => {
  it('reaches findings only if the facts that rules need have changed', async () => {
    const [record] = DIRECTORIES.npm;
    const before = await updates.readSnapshot();

    updates.bucket.set('npm', [{ ...record, modified: '2025-02-01T00:00:00Z', summary: 'Another title' }]);
    await updates.refresh();
    const afterTitle = await updates.readSnapshot();
    updates.bucket.set('npm', [{ ...record, modified: '2025-03-01T00:00:00Z', details: 'It affects Windows only.' }]);
    await updates.refresh();

    expect(afterTitle).toBe(before);
    expect(await updates.readSnapshot()).toBeGreaterThan(before);
  });
});
