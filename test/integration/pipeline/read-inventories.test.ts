import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInventories } from '../../../src/pipeline/read-inventories.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await startTestPipeline();
});
afterAll(async () => await pipeline.close());

interface ReadComponent {
  readonly name: string;
  readonly release: string | null;
  readonly not_checked: string | null;
}

/** Uploads a document of Debian packages and reads it, as if it had been sent with this distribution. */
async function readPackages(
  version: string,
  purls: readonly string[],
  distro: string | null,
): Promise<ReadComponent[]> {
  const components = purls.map((purl, n) => ({ type: 'library', name: `${version}-${n}`, purl }));
  const { versionId } = await pipeline.upload(version, { components });
  await pipeline.query('update sbom set distro = $2 where version_id = $1', [versionId, distro]);

  expect(await readInventories(pipeline.deps, { orgId: pipeline.caller.orgId, versionId })).toEqual({ failures: 0 });
  return await pipeline.query<ReadComponent>(
    `select name, package #>> '{identity,release}' as release, not_checked from component where name like $1 order by name`,
    [`${version}-%`],
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

  it('is the one of its neighbors when nothing else names one', async () => {
    const components = await readPackages(
      'neighbor',
      ['pkg:deb/debian/bash@5.1', 'pkg:deb/debian/curl@7.74+deb11u1'],
      null,
    );

    expect(components.map(({ release }) => release)).toEqual(['11', '11']);
  });

  it('is unknown when nobody names one', async () => {
    const [component] = await readPackages('unknown', ['pkg:deb/debian/bash@5.1'], null);

    expect(component).toMatchObject({ release: null, not_checked: 'unknown-release' });
  });
});
