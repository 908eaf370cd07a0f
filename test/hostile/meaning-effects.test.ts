/** Analysis results of hostile documents: states, warnings, coverage and findings (rows B8 and S2 to S11). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireComponent } from '../../src/api/contract/services/component.ts';
import type { WireFinding } from '../../src/api/contract/findings/finding.ts';
import type { WireSbomDetails } from '../../src/api/contract/services/sbom.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { aCycloneDx } from '../support/documents.ts';
import { startTestAssay, type TestAssay } from '../support/test-assay.ts';

let assay: TestAssay;
let api: ApiClient;
beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
});
afterAll(async () => await assay.stop());

interface Analyzed {
  readonly sbom: WireSbomDetails;
  readonly findings: readonly WireFinding[];
  readonly components: readonly WireComponent[];
}

let versions = 0;

async function analyze(changes: Record<string, unknown>): Promise<Analyzed> {
  versions += 1;
  const version = `/api/v2/service/hostile/version/${versions}`;
  const { id } = await api.upload(`${version}/sbom?wait=60`, aCycloneDx({ dependencies: [], ...changes }));
  await waitForEnd(version);
  return {
    sbom: await api.get<WireSbomDetails>(`/api/v2/sbom/${id ?? ''}`),
    findings: await api.get<WireFinding[]>(`${version}/finding?limit=1000`),
    components: await api.get<WireComponent[]>(`${version}/component?limit=1000`),
  };
}

/** The analysis of the largest document takes longer than an upload may wait. */
async function waitForEnd(version: string): Promise<void> {
  for (;;) {
    const [newest] = await api.get<{ finishedAt: string | null }[]>(`${version}/analysis?limit=1`);
    if (newest?.finishedAt) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Has a vulnerability in the starter set. */
const VULNERABLE = {
  type: 'library',
  name: 'lodash',
  version: '4.17.20',
  purl: 'pkg:npm/lodash@4.17.20',
  'bom-ref': 'x',
};

function reasonsOf({ sbom }: Analyzed): Record<string, number> {
  return Object.fromEntries(sbom.coverage?.notChecked.map(({ reason, count }) => [reason, count]) ?? []);
}

describe('an analyzed document', () => {
  it('B8 with NUL in its texts reports that they were replaced', async () => {
    const nul = {
      type: 'library',
      name: 'a\0b',
      version: '1\0',
      purl: 'pkg:npm/a%00b@1',
      licenses: [{ license: { name: 'x\0' } }],
    };
    const { sbom, components } = await analyze({ components: [nul] });

    expect(sbom.status).toBe('analyzed_with_warnings');
    expect(sbom.warnings.map(({ code }) => code)).toContain('TEXT_REPLACED');
    expect(components[0]?.name).toBe('a\u{FFFD}b');
  });

  it.each([[null], [undefined]])(
    'S2 with %j as components has none, and is not reported as clean',
    async (components) => {
      const { sbom } = await analyze({ components });

      expect(sbom).toMatchObject({ status: 'analyzed', componentCount: 0, coverage: { components: 0, checked: 0 } });
    },
  );

  it('S3 with invalid components lists them and analyzes the others', async () => {
    const unreadable = [{ type: 'library' }, { type: 'library', name: 7 }, { type: 'library', name: {} }, null];
    const { sbom, findings } = await analyze({ components: [...unreadable, VULNERABLE] });

    expect(sbom.status).toBe('analyzed_with_warnings');
    expect(sbom.warnings).toContainEqual({
      code: 'COMPONENT_UNREADABLE',
      count: 4,
      paths: ['/components/0', '/components/1', '/components/2', '/components/3'],
    });
    expect(findings.length).toBeGreaterThan(0);
  });

  it.each<[string, readonly unknown[], string, readonly string[]]>([
    [
      'a cycle',
      [
        { ref: 'a', dependsOn: ['b'] },
        { ref: 'b', dependsOn: ['a'] },
      ],
      'partial',
      [],
    ],
    ['a loop', [{ ref: 'a', dependsOn: ['a'] }], 'partial', []],
    ['a reference to nothing', [{ ref: 'shop', dependsOn: ['a', 'b', 'nothing'] }], 'partial', ['REFERENCE_DANGLING']],
  ])('S4 with %s completes', async (_, dependencies, graph, warnings) => {
    const components = ['a', 'b'].map((name) => ({
      type: 'library',
      name,
      version: '1',
      purl: `pkg:npm/${name}@1`,
      'bom-ref': name,
    }));
    const { sbom } = await analyze({ components, dependencies });

    expect(sbom.graph).toBe(graph);
    expect(sbom.warnings.map(({ code }) => code)).toEqual(warnings);
  });

  it('S4 with a chain of 100,000 dependencies is analyzed, and the last one has its path', async () => {
    const count = 100_000;
    const refs = Array.from({ length: count }, (_, n) => `c${n}`);
    const components = refs.map((ref) => ({
      type: 'library',
      name: ref,
      version: '1',
      purl: `pkg:npm/${ref}@1`,
      'bom-ref': ref,
    }));
    const links = refs.slice(1).map((ref, n) => ({ ref: `c${n}`, dependsOn: [ref] }));
    const { sbom, components: listed } = await analyze({
      components,
      dependencies: [{ ref: 'shop', dependsOn: ['c0'] }, ...links],
    });
    const end = listed.find(({ name }) => name === 'c100');
    const path = `/api/v2/service/hostile/version/${versions}/component/${end?.id ?? ''}`;
    const details = await api.get<{ paths: { nodes: unknown[] }[] }>(path);

    expect(sbom).toMatchObject({ status: 'analyzed', graph: 'complete', coverage: { components: count } });
    expect(details.paths[0]?.nodes).toHaveLength(102);
  }, 300_000);

  it('S5 with invalid purls reports their components as not checked', async () => {
    const bad = ['pkg:', 'pkg:npm', 'pkg:npm/%00@1', 'pkg:npm/../../x@1'];
    const long = [`pkg:npm/${'a'.repeat(2_041)}@1`, `pkg:npm/${'a'.repeat(1_000_000)}@1`];
    const purls = [...bad, ...long, 'PKG:NPM/lodash@4.17.20'];
    const result = await analyze({
      components: purls.map((purl, n) => ({
        type: 'library',
        name: `lodash`,
        group: n < 6 ? `bad-${n}` : undefined,
        version: '4.17.20',
        purl,
      })),
    });
    const warned = Object.fromEntries(result.sbom.warnings.map(({ code, count }) => [code, count]));

    expect(warned).toMatchObject({ PURL_INVALID: 4, IDENTITY_TOO_LONG: 2 });
    expect(result.sbom.coverage).toMatchObject({ components: 7, checked: 1 });
    expect(result.components.filter(({ checked }) => !checked)).toHaveLength(6);
    // A purl with an upper-case scheme is parsed.
    expect(result.findings.length).toBeGreaterThan(0);
    expect(new Set(result.findings.map(({ component }) => component.name))).toEqual(new Set(['lodash']));
  });

  it('S6 with incomparable versions never reports them as not affected', async () => {
    const odd = ['latest', '>=1', '🙂', 'ا١', `1.0-${'a'.repeat(50_000)}`, '1.'.repeat(5_000)];
    const result = await analyze({
      components: odd.map((version, n) => ({
        type: 'library',
        name: 'lodash',
        version,
        purl: 'pkg:npm/lodash',
        'bom-ref': `v${n}`,
      })),
    });

    expect(result.sbom.coverage?.components).toBe(odd.length);
    expect(result.sbom.coverage?.checked).toBe(0);
    expect(Object.values(reasonsOf(result)).reduce((sum, count) => sum + count, 0)).toBe(odd.length);
    expect(result.findings).toEqual([]);
  });

  it('S6 with a huge version number or version 0.0.0 counts both components', async () => {
    const { sbom } = await analyze({
      components: ['9'.repeat(200), '0.0.0'].map((version, n) => ({
        type: 'library',
        name: 'lodash',
        version,
        purl: 'pkg:npm/lodash',
        'bom-ref': `n${n}`,
      })),
    });

    expect(sbom.coverage?.components).toBe(2);
  });

  it('S6 with a name of 47,000 characters shortens it, and does not check it', async () => {
    const name = 'n'.repeat(47_000);
    const result = await analyze({ components: [{ type: 'library', name, version: '1.0' }, VULNERABLE] });

    expect(result.components.find(({ checked }) => !checked)?.name).toHaveLength(513);
    expect(result.sbom.warnings.map(({ code }) => code)).toContain('IDENTITY_TOO_LONG');
    expect(result.findings.length).toBeGreaterThan(0);
  });

  it('S9 with a homoglyph of a vulnerable name does not match it', async () => {
    const lookalike = 'l\u043Edash';
    const purl = `pkg:npm/${encodeURIComponent(lookalike)}@4.17.20`;
    const result = await analyze({ components: [{ type: 'library', name: lookalike, version: '4.17.20', purl }] });

    expect(result.findings).toEqual([]);
    expect(result.components[0]).toMatchObject({ name: lookalike, checked: true });
  });

  it('S11 that claims that nothing is affected keeps every finding visible', async () => {
    const { findings: without } = await analyze({ components: [VULNERABLE] });
    const vulnerabilities = without.map(({ vulnerability }) => ({
      id: vulnerability.id,
      analysis: { state: 'not_affected', justification: 'code_not_present' },
      affects: [{ ref: 'x' }],
    }));
    const result = await analyze({ components: [VULNERABLE], vulnerabilities });

    expect(without.length).toBeGreaterThan(0);
    expect(result.findings.map(({ vulnerability }) => vulnerability.id)).toEqual(
      without.map(({ vulnerability }) => vulnerability.id),
    );
    expect(result.sbom.claimCount).toBe(without.length);
  });
});
