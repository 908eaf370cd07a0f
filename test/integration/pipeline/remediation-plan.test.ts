/** From an upload to a plan: its actions, their order, and the predicted findings. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { makeVersionPlan } from '../../../src/pipeline/remediation/planner/make-version-plan.ts';
import { combineScopes } from '../../../src/core/sbom/graph/component-scopes.ts';
import type { ComponentScope } from '../../../src/core/vocabulary/sbom.ts';
import { recommendFinding } from '../../../src/pipeline/remediation/find-recommendation.ts';
import type { PlanOptions, VersionPlan } from '../../../src/pipeline/remediation/plan/version-plan.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

type Events = readonly Record<string, string>[];

function record(id: string, ecosystem: string, name: string, ...events: Events): ExportRecord {
  return anOsvRecord({ id, affected: [anAffected({ ecosystem, name, events })] });
}

const LOG4J = 'org.apache.logging.log4j:log4j-core';

/** Real records as they were published. */
const MAVEN = [
  record(
    'CVE-2021-44228',
    'Maven',
    LOG4J,
    { introduced: '2.13.0' },
    { fixed: '2.15.0' },
    { introduced: '2.4' },
    { fixed: '2.12.2' },
    { introduced: '2.0-beta9' },
    { fixed: '2.3.1' },
  ),
  record(
    'CVE-2021-45046',
    'Maven',
    LOG4J,
    { introduced: '2.13.0' },
    { fixed: '2.16.0' },
    { introduced: '0' },
    { fixed: '2.12.2' },
  ),
  record(
    'CVE-2021-45105',
    'Maven',
    LOG4J,
    { introduced: '2.13.0' },
    { fixed: '2.17.0' },
    { introduced: '2.4' },
    { fixed: '2.12.3' },
    { introduced: '2.0-alpha1' },
    { fixed: '2.3.1' },
  ),
  record(
    'CVE-2021-44832',
    'Maven',
    LOG4J,
    { introduced: '2.13.0' },
    { fixed: '2.17.1' },
    { introduced: '2.4' },
    { fixed: '2.12.4' },
    { introduced: '2.0-beta7' },
    { fixed: '2.3.2' },
  ),
  record('CVE-2017-5645', 'Maven', LOG4J, { introduced: '2.0-alpha1' }, { fixed: '2.8.2' }),
];

const NPM = [
  record('CVE-2024-1', 'npm', 'minimist', { introduced: '0' }, { fixed: '1.2.6' }),
  record('CVE-2024-2', 'npm', 'lodash', { introduced: '3.0.0' }, { fixed: '3.10.2' }),
  record('CVE-2024-3', 'npm', 'lodash', { introduced: '4.0.0' }, { fixed: '4.17.21' }),
  record('CVE-2024-4', 'npm', 'unfixed', { introduced: '0' }),
  record('MAL-2024-5', 'npm', 'evil', { introduced: '0' }),
  // The fixed version of one is in the range of the other.
  record('CVE-2024-6', 'npm', 'window', { introduced: '0' }, { fixed: '1.1.0' }),
  record('CVE-2024-7', 'npm', 'window', { introduced: '1.1.0' }, { fixed: '1.2.0' }),
  record('CVE-2024-8', 'npm', 'reduces', { introduced: '0' }, { fixed: '2.0.0' }),
  record('CVE-2024-9', 'npm', 'reduces', { introduced: '2.0.0' }),
  record('CVE-2024-11', 'npm', 'ended', { introduced: '0' }, { last_affected: '1.5.0' }),
  {
    ...record('CVE-2024-12', 'npm', 'livable', { introduced: '0' }),
    details: 'It reads too much.\n\n### Workarounds\nTurn the cache off.\n\n### References\nnone',
  },
  record('CVE-2024-10', 'npm', 'reduces', { introduced: '0' }, { fixed: '1.5.0' }),
];

const DEBIAN_PACKAGES = ['bash', 'curl', 'expat', 'zlib'];
const DEBIAN = [
  ...DEBIAN_PACKAGES.map((name, index) => {
    const cve = `CVE-2024-10${index}`;
    return anOsvRecord({
      id: `DEBIAN-${cve}`,
      upstream: [cve],
      affected: [anAffected({ ecosystem: 'Debian:12', name, events: [{ introduced: '0' }, { fixed: '2.0-1' }] })],
    });
  }),
  anOsvRecord({
    id: 'DEBIAN-CVE-2024-200',
    upstream: ['CVE-2024-200'],
    affected: [anAffected({ ecosystem: 'Debian:12', name: 'rpm', events: [{ introduced: '0' }, { fixed: '5.0-1' }] })],
  }),
];

const PYPI = [
  anOsvRecord({
    id: 'PYSEC-2024-1',
    aliases: ['CVE-2024-200'],
    affected: [anAffected({ ecosystem: 'PyPI', name: 'rpm', events: [{ introduced: '0' }, { fixed: '6.0' }] })],
  }),
  record('PYSEC-2024-2', 'PyPI', 'rpm', { introduced: '0' }, { fixed: '6.0' }),
];

/** Random packages: up to four records each, with ranges anywhere among ten versions. */
const GENERATED = fc.sample(
  fc.array(fc.tuple(fc.nat(9), fc.option(fc.nat(9)), fc.option(fc.nat(9))), { minLength: 1, maxLength: 4 }),
  { numRuns: 24, seed: 11 },
);

function toVersion(number: number): string {
  return `${1 + Math.floor(number / 4)}.${number % 4}.0`;
}

const GENERATED_RECORDS = GENERATED.flatMap((records, index) =>
  records.map(([from, length, listed], number) =>
    anOsvRecord({
      id: `CVE-2023-${index}${number}`,
      affected: [
        anAffected({
          name: `generated-${index}`,
          events: [
            { introduced: from === 0 ? '0' : toVersion(from) },
            ...(length === null ? [] : [{ fixed: toVersion(from + length + 1) }]),
          ],
          ...(listed !== null && { versions: [toVersion(listed)] }),
        }),
      ],
    }),
  ),
);

const GO = [
  anOsvRecord({
    id: 'GO-2024-1',
    affected: [
      anAffected({ ecosystem: 'Go', name: 'example.com/a', type: 'SEMVER', events: [{ introduced: '0' }] }),
      anAffected({
        ecosystem: 'Go',
        name: 'example.com/a/v3',
        type: 'SEMVER',
        events: [{ introduced: '0' }, { fixed: '3.0.1' }],
      }),
    ],
  }),
];

const DIRECTORIES = { Maven: MAVEN, npm: [...NPM, ...GENERATED_RECORDS], Debian: DEBIAN, PyPI: PYPI, Go: GO };

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom(DIRECTORIES);
});
afterAll(async () => {
  await updates.close();
});

interface Part {
  readonly purls: readonly string[];
  /** By purl; required if missing. */
  readonly scopes?: ReadonlyMap<string, ComponentScope>;
  readonly image?: string;
  readonly dependencies?: readonly object[];
}

let uploads = 0;

/** Uploads one document for each part, all for one version. */
async function uploadParts(parts: readonly Part[], service = `svc-${uploads}`): Promise<string> {
  uploads += 1;
  let versionId = '';
  for (const [index, { purls, image, scopes, dependencies = [] }] of parts.entries()) {
    const components = purls.map((purl) => ({
      type: 'library',
      name: purl,
      'bom-ref': purl,
      purl,
      scope: scopes?.get(purl) ?? 'required',
    }));
    const about = { service, ...(image !== undefined && { image }) };
    const sent = await updates.pipeline.upload(
      `v${uploads}`,
      { components, dependencies },
      image ?? `part-${index}`,
      about,
    );
    versionId = sent.versionId;
  }
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
  return versionId;
}

async function planOf(versionId: string, options: Partial<PlanOptions> = {}): Promise<VersionPlan> {
  const { deps, caller } = updates.pipeline;
  const plan = await makeVersionPlan(deps, caller.orgId, versionId, { strategy: 'lowest', ...options });
  if (plan === undefined) throw new Error('Nothing was published.');
  return plan;
}

async function planFor(...purls: readonly string[]): Promise<VersionPlan> {
  return await planOf(await uploadParts([{ purls }]));
}

/** `kind package from -> to`. */
function stepsOf({ plan: { actions } }: VersionPlan): readonly string[] {
  return actions.map(
    ({ kind, package: about, from, to }) => `${kind} ${about.name} ${from.join(' ')} -> ${to ?? 'none'}`,
  );
}

function leftIn({ plan, findings }: VersionPlan): readonly string[] {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  return plan.residual.map(({ finding, reason }) => `${byId.get(finding)?.vulnerability} ${reason}`).toSorted();
}

describe('the plan of a version', () => {
  it.each([
    ['2.14.1', '2.17.1'],
    ['2.12.1', '2.12.4'],
    ['2.3.0', '2.12.4'],
  ])('upgrades log4j-core %s to %s', async (from, to) => {
    const plan = await planFor(`pkg:maven/org.apache.logging.log4j/log4j-core@${from}`);

    expect(stepsOf(plan)).toEqual([`upgrade ${LOG4J} ${from} -> ${to}`]);
    expect(plan.prediction.after.total).toBe(0);
  });

  it('names the parents of a transitive dependency', async () => {
    const purls = ['pkg:npm/mkdirp@0.5.0', 'pkg:npm/minimist@1.2.0', 'pkg:npm/lodash@4.17.0'];
    const dependencies = [
      { ref: 'shop', dependsOn: ['pkg:npm/mkdirp@0.5.0', 'pkg:npm/lodash@4.17.0'] },
      { ref: 'pkg:npm/mkdirp@0.5.0', dependsOn: ['pkg:npm/minimist@1.2.0'] },
    ];
    const plan = await planOf(await uploadParts([{ purls, dependencies }]));

    expect(stepsOf(plan).toSorted()).toEqual([
      'bump_parent minimist 1.2.0 -> 1.2.6',
      'upgrade lodash 4.17.0 -> 4.17.21',
    ]);
    expect(plan.plan.actions.map(({ direct, introducedBy }) => [direct, introducedBy])).toEqual([
      [true, []],
      [false, ['mkdirp']],
    ]);
  });

  it('recommends a release of a parent if it was seen with a fixed child', async () => {
    const upload = async (service: string, parent: string, child: string): Promise<string> =>
      await uploadParts(
        [
          {
            purls: [parent, child],
            dependencies: [
              { ref: 'shop', dependsOn: [parent] },
              { ref: parent, dependsOn: [child] },
            ],
          },
        ],
        service,
      );
    await upload('elsewhere', 'pkg:npm/optimist@0.7.0', 'pkg:npm/minimist@1.2.8');
    await upload('before', 'pkg:npm/optimist@0.5.0', 'pkg:npm/minimist@1.2.8');
    await upload('unfixed', 'pkg:npm/optimist@0.9.0', 'pkg:npm/minimist@1.2.1');
    const { plan } = await planOf(await upload('here', 'pkg:npm/optimist@0.6.0', 'pkg:npm/minimist@1.2.0'));

    expect(plan.actions).toMatchObject([
      {
        kind: 'bump_parent',
        claim: 'known',
        evidence: [{ package: 'optimist', version: '0.7.0', seenIn: 'elsewhere' }],
      },
    ]);
  });

  it('rebuilds an image if many of its packages have fixes', async () => {
    const purls = [...DEBIAN_PACKAGES, 'apt'].map((name) => `pkg:deb/debian/${name}@1.0-1?distro=debian-12`);
    const plan = await planOf(await uploadParts([{ purls, image: 'shop:1' }]));

    expect(plan.plan.actions).toMatchObject([{ kind: 'rebuild_base', images: ['shop:1'], effort: 4 }]);
    expect(plan.plan.actions[0]?.fixes).toHaveLength(4);
    expect([plan.prediction.before.total, plan.prediction.after.total]).toEqual([4, 0]);
  });

  it('rebuilds on the base that the image names, for packages of its first layer', async () => {
    const [base, added] = ['1', '2'].map((digit) => `sha256:${digit.repeat(64)}`);
    const property = (name: string, value = ''): object => ({ name: `aquasecurity:trivy:${name}`, value });
    const components = [...DEBIAN_PACKAGES, 'apt'].map((name) => ({
      type: 'library',
      name,
      'bom-ref': name,
      purl: `pkg:deb/debian/${name}@1.0-1?distro=debian-12`,
      properties: [property('LayerDiffID', name === 'zlib' ? added : base)],
    }));
    const labels = property('Labels:org.opencontainers.image.base.name', 'registry.example/base:12');
    const component = {
      type: 'container',
      name: 'shop',
      'bom-ref': 'shop',
      properties: [property('DiffID', base), property('DiffID', added), labels],
    };
    const about = { service: 'trivy', image: 'shop:2' };
    const sent = { metadata: { component }, components, dependencies: [] };
    const { versionId } = await updates.pipeline.upload('1', sent, 'image', about);
    await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });

    const { plan } = await planOf(versionId);

    expect(plan.actions.map(({ kind, package: { name }, fixes }) => [kind, name, fixes.length])).toEqual([
      ['rebuild_base', 'registry.example/base:12', 3],
      ['os_update', 'zlib', 1],
    ]);
  });

  it('removes malicious packages first', async () => {
    const plan = await planFor('pkg:npm/lodash@4.17.0', 'pkg:npm/evil@1.0.0');

    expect(stepsOf(plan)).toEqual(['remove evil 1.0.0 -> none', 'upgrade lodash 4.17.0 -> 4.17.21']);
    expect(plan.plan.actions.map(({ urgentReason }) => urgentReason)).toEqual(['malicious', null]);
  });

  it('lists findings without a fix', async () => {
    const plan = await planFor('pkg:npm/unfixed@1.0.0');

    expect([stepsOf(plan), leftIn(plan)]).toEqual([[], ['CVE-2024-4 no_fix']]);
    expect(plan.prediction.after).toEqual(plan.prediction.before);
  });

  it('chooses an upgrade that reduces the risk if none fixes everything', async () => {
    const plan = await planFor('pkg:npm/reduces@1.0.0');

    expect(stepsOf(plan)).toEqual(['upgrade reduces 1.0.0 -> 1.5.0']);
    expect(leftIn(plan)).toEqual(['CVE-2024-8 remains_at_target']);
    expect(plan.prediction.steps).toMatchObject([{ findings: 1 }]);
  });

  it('offers a version that the organization uses, without revealing it to others', async () => {
    const purls = ['pkg:npm/ended@1.6.0'];
    await uploadParts([{ purls }], 'uses-it');
    const plan = await planFor('pkg:npm/ended@1.0.0');
    const other = await updates.pipeline.newOrganization();
    const component = { type: 'library', name: 'ended', purl: 'pkg:npm/ended@1.0.0' };
    const { versionId } = await other.upload('1', { components: [component], dependencies: [] });
    await analyzeVersion(updates.pipeline.deps, { orgId: other.caller.orgId, versionId });
    const elsewhere = await makeVersionPlan(updates.pipeline.deps, other.caller.orgId, versionId, {
      strategy: 'lowest',
    });

    expect(stepsOf(plan)).toEqual(['upgrade ended 1.0.0 -> 1.6.0']);
    expect(plan.plan.actions[0]?.text).toContain('used in this organization');
    expect(plan.plan.actions[0]?.evidence).toEqual([{ package: 'ended', version: '1.6.0', seenIn: 'uses-it' }]);
    expect(elsewhere?.plan.actions.map(({ kind, to, text }) => [kind, to, text])).toEqual([
      ['upgrade', null, expect.stringContaining('above 1.5.0')],
    ]);
  });

  it.each([
    ['pkg:npm/livable@1.0.0', 'workaround', 'Turn the cache off.'],
    ['pkg:golang/example.com/a@v1.0.0', 'replace', 'example.com/a/v3 3.0.1'],
  ])('suggests an alternative for %s', async (purl, kind, words) => {
    const plan = await planFor(purl);

    expect(plan.plan.actions).toMatchObject([{ kind, to: null, text: expect.stringContaining(words) as string }]);
  });

  it('leaves packages inside a system package to that package', async () => {
    const owner = {
      type: 'library',
      name: 'python3-rpm',
      'bom-ref': 'os',
      purl: 'pkg:deb/debian/python3-rpm@4.18.0-3?distro=debian-12&upstream=rpm',
      components: [{ type: 'library', name: 'rpm', 'bom-ref': 'lang', purl: 'pkg:pypi/rpm@4.18.0' }],
    };
    const { versionId } = await updates.pipeline.upload('owned', { components: [owner], dependencies: [] });
    await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
    const plan = await planOf(versionId);

    expect(stepsOf(plan)).toEqual(['os_update rpm 4.18.0-3 -> 5.0-1']);
    expect(leftIn(plan)).toEqual(['PYSEC-2024-2 os_package']);
  });

  it('upgrades two majors separately, and three images together', async () => {
    const plan = await planOf(
      await uploadParts([
        { purls: ['pkg:npm/lodash@3.10.0', 'pkg:npm/lodash@4.17.0'], image: 'a' },
        { purls: ['pkg:npm/lodash@4.17.5'], image: 'b' },
        { purls: ['pkg:npm/lodash@4.17.20'], image: 'c' },
      ]),
    );

    expect(stepsOf(plan).toSorted()).toEqual([
      'upgrade lodash 3.10.0 -> 3.10.2',
      'upgrade lodash 4.17.0 4.17.20 4.17.5 -> 4.17.21',
    ]);
    expect(plan.plan.actions.map(({ images }) => images)).toEqual([['a', 'b', 'c'], ['a']]);
  });

  it('can be limited to one image, and is empty for an unknown one', async () => {
    const versionId = await uploadParts([
      { purls: ['pkg:npm/lodash@4.17.0'], image: 'a' },
      { purls: ['pkg:npm/minimist@1.2.0'], image: 'b' },
    ]);

    expect(stepsOf(await planOf(versionId, { image: 'b' }))).toEqual(['upgrade minimist 1.2.0 -> 1.2.6']);
    expect((await planOf(versionId, { image: 'c' })).plan).toMatchObject({ actions: [], residual: [] });
  });
});

describe('the recommendation for a finding', () => {
  it('equals that of the plan, for its package alone', async () => {
    const purls = ['pkg:npm/mkdirp@0.5.0', 'pkg:npm/minimist@1.2.0', 'pkg:npm/lodash@4.17.0'];
    const dependencies = [
      { ref: 'shop', dependsOn: ['pkg:npm/mkdirp@0.5.0', 'pkg:npm/lodash@4.17.0'] },
      { ref: 'pkg:npm/mkdirp@0.5.0', dependsOn: ['pkg:npm/minimist@1.2.0'] },
    ];
    const versionId = await uploadParts([{ purls, dependencies }]);
    const { plan, findings } = await planOf(versionId);
    const { deps, caller } = updates.pipeline;
    const componentId = findings.find(({ packageName }) => packageName === 'minimist')?.componentId ?? '';

    const found = await recommendFinding(deps, caller.orgId, { versionId, componentId });

    expect(found?.action).toEqual(plan.actions.find(({ package: { name } }) => name === 'minimist'));
    expect(found?.package.answer.best).toMatchObject({ version: '1.2.6', isClean: true });
  });
});

/** Returns the documents after all changes of the plan. */
function apply(parts: readonly Part[], { plan, findings }: VersionPlan): readonly Part[] {
  const changes = new Map(plan.actions.flatMap((action) => action.changes.map(({ packageId, to }) => [packageId, to])));
  const purls = new Map<string, string | null>(
    findings.flatMap(({ componentId, packageName, componentVersion }) => {
      const to = changes.get(componentId);
      return to === undefined ? [] : [[`${packageName}@${componentVersion}`, to && `${packageName}@${to}`]];
    }),
  );
  const replace = (purl: string): string | null => {
    const [type, named] = [purl.slice(0, purl.lastIndexOf('/') + 1), purl.slice(purl.lastIndexOf('/') + 1)];
    const [package_ = '', qualifiers] = named.split('?');
    const to = purls.get(package_);
    if (to === undefined) return purl;
    return to && `${type}${to}${qualifiers === undefined ? '' : `?${qualifiers}`}`;
  };
  return parts.map((part) => {
    const kept = part.purls.flatMap((purl) => replace(purl) ?? []);
    const scopes = part.purls.map((purl) => [replace(purl) ?? '', part.scopes?.get(purl) ?? 'required'] as const);
    return { ...part, purls: [...new Set(kept)], scopes: needed(scopes) };
  });
}

/** Merged packages get the most required scope of the originals. */
function needed(scopes: readonly (readonly [string, ComponentScope])[]): ReadonlyMap<string, ComponentScope> {
  return new Map(
    [...Map.groupBy(scopes, ([purl]) => purl)].map(([purl, same]) => [
      purl,
      combineScopes(same.map(([, scope]) => scope)),
    ]),
  );
}

interface StoredFinding {
  readonly name: string;
  readonly version: string;
  readonly group_id: string;
  readonly relevance: string;
  readonly risk: number;
}

async function findingsOf(versionId: string): Promise<readonly string[]> {
  const rows = await updates.pipeline.query<StoredFinding>(
    `select c.name, c.version, v.group_id, v.relevance, v.risk from version_finding v
     join component c on c.org_id = v.org_id and c.id = v.component_id
     where v.version_id = $1 and v.known_to is null`,
    [versionId],
  );
  return rows
    .map(
      ({ name, version, group_id: groupId, relevance, risk }) => `${name} ${version} ${groupId} ${relevance} ${risk}`,
    )
    .toSorted();
}

function predictedIn({ prediction: { remaining } }: VersionPlan): readonly string[] {
  return remaining
    .map(({ component, groupId, status, risk }) => {
      const [, , name, , version] = JSON.parse(component) as readonly string[];
      return `${name} ${version} ${groupId} ${status} ${risk}`;
    })
    .toSorted();
}

const LIBRARY = fc
  .tuple(fc.nat(GENERATED.length - 1), fc.nat(9))
  .map(([index, version]) => `pkg:npm/generated-${index}@${toVersion(version)}`);
const OF_SYSTEM = fc
  .tuple(fc.constantFrom(...DEBIAN_PACKAGES), fc.constantFrom('1.0-1', '1.5-2', '2.0-1'))
  .map(([name, version]) => `pkg:deb/debian/${name}@${version}?distro=debian-12`);
const SCOPE = fc.constantFrom<ComponentScope>('required', 'optional', 'excluded');
const DOCUMENT = fc.record({
  held: fc.uniqueArray(fc.tuple(fc.oneof({ weight: 4, arbitrary: LIBRARY }, OF_SYSTEM), SCOPE), {
    selector: ([purl]) => purl,
    minLength: 1,
    maxLength: 25,
  }),
});
const VERSION = fc.tuple(fc.array(DOCUMENT, { minLength: 1, maxLength: 3 }), fc.boolean()).map(([documents, isImage]) =>
  documents.map(({ held }, index) => ({
    purls: held.map(([purl]) => purl),
    scopes: new Map(held),
    ...(isImage && { image: `image-${index}` }),
  })),
);

describe('the prediction of a plan', () => {
  it('equals the findings of the next version once the plan is applied', async () => {
    await fc.assert(
      fc.asyncProperty(VERSION, async (parts) => {
        const service = `predicted-${uploads}`;
        const plan = await planOf(await uploadParts(parts, service));
        const next = await uploadParts(apply(parts, plan), service);

        expect(predictedIn(plan)).toEqual(await findingsOf(next));
      }),
      { numRuns: 8, seed: 7 },
    );
  });
});
