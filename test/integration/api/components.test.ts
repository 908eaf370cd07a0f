import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  WireComponent,
  WireComponentDetails,
  WireComponentUses,
} from '../../../src/api/contract/services/component.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx, anSpdx } from '../../support/documents.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
let api: ApiClient;
beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
  await api.upload(`${VERSION}/sbom?wait=30&image=registry.example.com/shop:1`, SHOP);
  await api.upload(`${VERSION}/sbom?wait=30&image=registry.example.com/jobs:1`, JOBS);
});
afterAll(async () => await assay.stop());

const VERSION = '/api/v2/service/shop/version/1.0.0';

function library(name: string, version: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: 'library', name, version, purl: `pkg:npm/${name}@${version}`, 'bom-ref': `${name}-ref`, ...changes };
}

const SHOP = aCycloneDx({
  metadata: {
    component: { type: 'application', name: 'shop', version: '1.0.0', 'bom-ref': 'shop' },
    tools: [{ name: 'by-hand', version: '2' }],
  },
  components: [
    library('express', '4.17.0'),
    library('qs', '6.7.0', {
      licenses: [{ license: { id: 'BSD-3-Clause' } }],
      hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
      externalReferences: [{ type: 'vcs', url: 'https://example.com/qs' }],
    }),
    library('lodash', '4.17.20'),
    library('Zebra', '1.0.0', { scope: 'optional' }),
    { type: 'library', name: 'in-house', 'bom-ref': 'in-house-ref' },
  ],
  dependencies: [
    { ref: 'shop', dependsOn: ['express-ref', 'lodash-ref', 'Zebra-ref', 'in-house-ref'] },
    { ref: 'express-ref', dependsOn: ['qs-ref'] },
  ],
  vulnerabilities: [
    {
      id: 'CVE-2022-24999',
      source: { name: 'by-hand' },
      analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'Never called.' },
      affects: [{ ref: 'qs-ref' }],
    },
  ],
});

const JOBS = anSpdx({
  packages: [
    { SPDXID: 'SPDXRef-jobs', name: 'jobs', versionInfo: '1.0.0' },
    {
      SPDXID: 'SPDXRef-qs',
      name: 'qs',
      versionInfo: '6.7.0',
      externalRefs: [
        { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/qs@6.7.0?arch=any' },
      ],
    },
  ],
  relationships: [
    { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-jobs' },
    { spdxElementId: 'SPDXRef-jobs', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'SPDXRef-qs' },
  ],
});

async function list(path: string): Promise<WireComponent[]> {
  return (await api.get(path)) as WireComponent[];
}

async function find(name: string): Promise<WireComponent> {
  const found = (await list(`${VERSION}/component`)).find((component) => component.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

describe('the components of a version', () => {
  it('are listed by name, merged from all its SBOMs', async () => {
    const components = await list(`${VERSION}/component`);

    expect(components.map(({ name, version }) => [name, version])).toEqual([
      ['express', '4.17.0'],
      ['in-house', null],
      ['jobs', '1.0.0'],
      ['lodash', '4.17.20'],
      ['qs', '6.7.0'],
      ['Zebra', '1.0.0'],
    ]);
    expect(components.map(({ sboms }) => sboms.length)).toEqual([1, 1, 1, 1, 2, 1]);
  });

  it('have their identity, dependency paths and findings', async () => {
    expect(await find('lodash')).toMatchObject({
      purl: 'pkg:npm/lodash@4.17.20',
      ecosystem: 'npm',
      type: 'library',
      scope: 'required',
      direct: true,
      checked: true,
      notChecked: null,
    });
    expect((await find('lodash')).findings).toBeGreaterThan(0);
    expect(await find('Zebra')).toMatchObject({ scope: 'optional', findings: 0 });
    expect(await find('in-house')).toMatchObject({ purl: null, checked: false, notChecked: 'no-identity' });
  });

  it('agree with the coverage', async () => {
    const summary = (await api.get(`${VERSION}/finding/summary`)) as {
      coverage: { components: number; checked: number };
    };
    const unchecked = await api.call('GET', `${VERSION}/component?unchecked=true&limit=1`);

    expect(summary.coverage.components).toBe(5);
    expect(Number(unchecked.headers.get('x-total-count'))).toBe(5 - summary.coverage.checked);
  });

  it.each([
    ['q=EXPR', ['express']],
    ['name=qs', ['qs']],
    ['name=express&q=qs', []],
    ['name=expr', []],
    ['ecosystem=NPM', ['express', 'lodash', 'qs', 'Zebra']],
    ['ecosystem=PyPI,Maven', []],
    ['direct=false', []],
    ['direct=true&q=qs', ['qs']],
    ['unchecked=true', ['in-house']],
    ['unchecked=false&scope=optional', ['Zebra']],
    ['reason=no-identity', ['in-house']],
    ['reason=not-a-package', ['jobs']],
    ['q=100%25', []],
  ])('are filtered by %s', async (query, names) => {
    expect((await list(`${VERSION}/component?${query}`)).map(({ name }) => name)).toEqual(names);
  });

  it('are paginated, each appearing once', async () => {
    const names: string[] = [];
    let next: string | undefined = `${VERSION}/component?limit=2`;
    for (let page = 0; next !== undefined && page < 10; page += 1) {
      const answer = await api.call('GET', next);
      names.push(...(answer.body as WireComponent[]).map(({ name }) => name));
      expect(answer.headers.get('x-total-count')).toBe('6');
      next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }

    expect(names).toEqual(['express', 'in-house', 'jobs', 'lodash', 'qs', 'Zebra']);
  });

  it.each(['offset=10001', 'limit=0', 'direct=maybe', 'scope=never', 'q='])('reject %s', async (query) => {
    expect(await api.call('GET', `${VERSION}/component?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'PARAMETER_INVALID' },
    });
  });
});

describe('one component of a version', () => {
  async function describeQs(): Promise<WireComponentDetails> {
    return (await api.get(`${VERSION}/component/${(await find('qs')).id}`)) as WireComponentDetails;
  }

  it('has every place where the documents list it, in their spelling', async () => {
    const { occurrences, occurrenceCount } = await describeQs();

    expect(occurrenceCount).toBe(2);
    expect(occurrences.toSorted((a, b) => (a.bomRef < b.bomRef ? -1 : 1))).toMatchObject([
      { bomRef: 'SPDXRef-qs', image: 'registry.example.com/jobs:1', purls: ['pkg:npm/qs@6.7.0?arch=any'] },
      {
        bomRef: 'qs-ref',
        image: 'registry.example.com/shop:1',
        purls: ['pkg:npm/qs@6.7.0'],
        licenses: ['BSD-3-Clause'],
        hashes: [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }],
        references: [{ type: 'vcs', url: 'https://example.com/qs' }],
      },
    ]);
  });

  it('has the dependency paths to it', async () => {
    const { paths } = await describeQs();

    expect(paths.map(({ nodes }) => nodes.map(({ name }) => name))).toEqual([
      ['jobs', 'qs'],
      ['shop', 'express', 'qs'],
    ]);
  });

  it('has its direct dependents', async () => {
    const { dependents, dependentCount } = await describeQs();

    expect(dependents.map(({ name }) => name).toSorted()).toEqual(['express', 'jobs']);
    expect(dependentCount).toBe(2);
  });

  it('has the claims of the document about it, without hiding its findings', async () => {
    const { claims, findings } = await describeQs();

    expect(claims).toMatchObject([
      { id: 'CVE-2022-24999', source: 'by-hand', state: 'not_affected', justification: 'code_not_reachable' },
    ]);
    expect(findings).toBeGreaterThanOrEqual(0);
  });

  it('has the components in a dependency cycle with it', async () => {
    const version = '/api/v2/service/round/version/1';
    const document = aCycloneDx({
      components: [library('hen', '1.0.0'), library('egg', '1.0.0'), library('straw', '1.0.0')],
      dependencies: [
        { ref: 'shop', dependsOn: ['hen-ref', 'straw-ref'] },
        { ref: 'hen-ref', dependsOn: ['egg-ref'] },
        { ref: 'egg-ref', dependsOn: ['hen-ref'] },
      ],
    });
    await api.upload(`${version}/sbom?wait=30`, document);
    const cycles = new Map<string, readonly string[]>();
    for (const { id, name } of await list(`${version}/component`)) {
      const { cycle } = await api.get<WireComponentDetails>(`${version}/component/${id}`);
      cycles.set(name, cycle.map((each) => each.name).toSorted());
    }

    expect(Object.fromEntries(cycles)).toEqual({ egg: ['egg', 'hen'], hen: ['egg', 'hen'], straw: [] });
  });

  it('of another version is not found', async () => {
    await api.upload('/api/v2/service/shop/version/2.0.0/sbom?wait=30', aCycloneDx());
    const { id } = await find('qs');

    expect(await api.call('GET', `/api/v2/service/shop/version/2.0.0/component/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'COMPONENT_UNKNOWN' },
    });
  });
});

describe('an upload that waits', () => {
  it('returns the warnings about the document', async () => {
    const document = aCycloneDx({ components: [{ type: 'library', name: 'unknown-package' }], dependencies: [] });
    const receipt: Record<string, unknown> = await api.upload('/api/v2/service/odd/version/1/sbom?wait=30', document);

    expect(receipt).toMatchObject({
      status: 'analyzed_with_warnings',
      warnings: [{ code: 'COMPONENT_WITHOUT_PURL', count: 1 }],
    });
  });
});

describe('the components of an SBOM', () => {
  it('are only those of this document, whose record shows how it was parsed', async () => {
    const sboms = (await api.get(`${VERSION}/sbom`)) as { id: string; image: string }[];
    const shop = sboms.find(({ image }) => image.includes('/shop:'))?.id ?? '';

    expect((await list(`/api/v2/sbom/${shop}/component`)).map(({ name }) => name)).toEqual([
      'express',
      'in-house',
      'lodash',
      'qs',
      'Zebra',
    ]);
    expect(await api.get(`/api/v2/sbom/${shop}`)).toMatchObject({
      tool: 'by-hand 2',
      graph: 'complete',
      quality: {
        elements: expect.arrayContaining([
          { element: 'tool', present: 1, total: 1, advice: null },
          { element: 'time', present: 0, total: 1, advice: expect.stringContaining('metadata.timestamp') as string },
        ]) as unknown,
      },
      componentCount: 5,
      claimCount: 1,
      coverage: { components: 5, checked: 4, notChecked: [{ reason: 'no-identity', count: 1 }] },
      warnings: [{ code: 'COMPONENT_WITHOUT_PURL', count: 1, paths: ['/components/4'] }],
    });
  });
});

describe('the components of the organization', () => {
  it('are those in use, with the versions that contain them', async () => {
    const [qs] = (await api.get('/api/v2/component?q=qs')) as WireComponent[];

    expect(qs).toMatchObject({ name: 'qs', version: '6.7.0', ecosystem: 'npm', checked: true });
    expect((await api.get(`/api/v2/component/${qs?.id ?? ''}`)) as WireComponentUses).toMatchObject({
      useCount: 1,
      uses: [{ serviceName: 'shop', versionName: '1.0.0' }],
    });
  });

  it('of another organization are not found', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;

    expect(await api.get('/api/v2/component', token)).toEqual([]);
    const [qs] = await list('/api/v2/component?q=qs');
    expect(await api.call('GET', `/api/v2/component/${qs?.id ?? ''}`, { token })).toMatchObject({ status: 404 });
  });

  it('are gone when the last document that contains them is deleted', async () => {
    const document = aCycloneDx({ components: [library('only-here', '1.0.0')] });
    const receipt = await api.upload('/api/v2/service/gone/version/1/sbom?wait=30', document);

    expect(await api.get('/api/v2/component?q=only-here')).toHaveLength(1);
    await api.call('DELETE', `/api/v2/sbom/${receipt['id'] ?? ''}`);
    expect(await api.get('/api/v2/component?q=only-here')).toHaveLength(0);
  });
});
