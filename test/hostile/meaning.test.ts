/**
 * Hostile inputs, group "Meaning of the SBOM": valid JSON with strange content. An invalid component never makes a document
 * invalid, so most rows are accepted and stored byte for byte.
 *
 * For rows S3 to S11 only the acceptance is tested here. Other tests cover their effects: states, warnings and coverage of the
 * analysis (S3 to S6, S11), the browser (S7, S9), the CSV export (S8), matching (S6, S9) and claims (S11).
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { aCycloneDx, anSpdx } from '../support/documents.ts';
import { UPLOAD_PATH, useHostileAssay } from '../support/hostile-assay.ts';
import { json } from '../support/hostile-documents.ts';
import { testRows, type HostileRow } from '../support/hostile-rows.ts';

const hostile = useHostileAssay();

const SUPPORTED = /CycloneDX 1\.2 to 1\.7, or SPDX 2\.2, 2\.3 or 3\.0/;

describe('an unknown format', () => {
  const unsupported = { status: 400, code: 'SBOM_VERSION_UNSUPPORTED', says: SUPPORTED };

  testRows(hostile, [
    {
      name: 'S1 "cyclonedx" in lower case',
      change: () => ({ body: json(aCycloneDx({ bomFormat: 'cyclonedx' })) }),
      status: 400,
      code: 'SBOM_FORMAT_UNKNOWN',
    },
    {
      name: 'S1 a number as version',
      change: () => ({ body: json(aCycloneDx({ specVersion: 1.6 })) }),
      ...unsupported,
    },
    { name: 'S1 CycloneDX 9.9', change: () => ({ body: json(aCycloneDx({ specVersion: '9.9' })) }), ...unsupported },
    { name: 'S1 SPDX-9.9', change: () => ({ body: json(anSpdx({ spdxVersion: 'SPDX-9.9' })) }), ...unsupported },
  ]);
});

describe('components that are not a list', () => {
  const invalid = { status: 400, code: 'SBOM_INVALID', says: /"\/components"/ };

  testRows(hostile, [
    { name: 'S2 an object', change: () => ({ body: json(aCycloneDx({ components: {} })) }), ...invalid },
    { name: 'S2 a text', change: () => ({ body: json(aCycloneDx({ components: 'x' })) }), ...invalid },
  ]);

  it.each([
    ['null', null],
    ['missing', undefined],
  ])('S2 %s counts as no components', async (_, components) => {
    const body = json(aCycloneDx({ components, dependencies: [] }));

    const answer = await hostile.send({ body }, { status: 200 });

    const { links } = JSON.parse(answer.body.toString()) as { links: { self: string } };
    expect(await (await hostile.assay.request(links.self)).json()).toMatchObject({ componentCount: 0 });
  });
});

const UNREADABLE = [
  ['without a name', { type: 'library' }],
  ['with a number as name', { type: 'library', name: 1 }],
  ['with an object as name', { type: 'library', name: {} }],
  ['that is null', null],
] as const;

describe('an invalid component', () => {
  testRows(
    hostile,
    UNREADABLE.flatMap(([what, component]): HostileRow[] => {
      const body = json(aCycloneDx({ components: [component, { type: 'library', name: 'readable' }] }));
      return [
        { name: `S3 ${what} is accepted`, change: () => ({ body }), status: 200 },
        {
          name: `S3 ${what} is refused when asked to be strict`,
          change: () => ({ target: `${UPLOAD_PATH}?validate=strict`, body }),
          status: 400,
          code: 'SBOM_INVALID',
          says: /\/components\/0/,
          withinMs: 10_000,
        },
      ];
    }),
  );
});

function withDependencies(dependencies: unknown): Buffer {
  return json(aCycloneDx({ components: named('A', 'B'), dependencies }));
}

function named(...names: readonly string[]): object[] {
  return names.map((name) => ({ type: 'library', name, version: '1.0', 'bom-ref': name }));
}

function chain(length: number): Buffer {
  const refs = Array.from({ length }, (_, n) => `r${n}`);
  const dependencies = refs.map((ref, n) => ({ ref, dependsOn: refs.slice(n + 1, n + 2) }));
  return json(aCycloneDx({ components: named(...refs), dependencies }));
}

describe('a dependency graph', () => {
  const cycle = [
    { ref: 'A', dependsOn: ['B'] },
    { ref: 'B', dependsOn: ['A'] },
  ];

  testRows(hostile, [
    { name: 'S4 with a cycle', change: () => ({ body: withDependencies(cycle) }), status: 200 },
    {
      name: 'S4 with a loop',
      change: () => ({ body: withDependencies([{ ref: 'A', dependsOn: ['A'] }]) }),
      status: 200,
    },
    {
      name: 'S4 with references to nothing',
      change: () => ({ body: withDependencies([{ ref: 'unknown', dependsOn: ['nothing', 'A'] }]) }),
      status: 200,
    },
    { name: 'S4 that is a chain of 100,000', change: () => ({ body: chain(100_000) }), status: 200, withinMs: 5_000 },
  ]);
});

const PURLS = [
  'pkg:',
  'pkg:npm',
  'pkg:npm/%00@1',
  'pkg:npm/../../x@1',
  'PKG:NPM/a@1',
  `pkg:npm/${'a'.repeat(2_049 - 'pkg:npm/@1'.length)}@1`,
  `pkg:npm/${'a'.repeat(1_000_000)}@1`,
];

const VERSIONS = [
  '',
  '1.'.repeat(5_000),
  `1.0-${'a'.repeat(50_000)}`,
  '9'.repeat(10_000),
  '0x10',
  ' 1.0 ',
  'latest',
  '>=1',
  '1.0😀',
  '\u202e1.0\u202c',
];

const MARKUP = '<img src=x onerror=alert(1)>';
const SCRIPT = 'javascript:alert(1)';

/** One component each, with a different kind of hostile text. */
const COMPONENTS: Readonly<Record<string, readonly object[]>> = {
  'S5 with purls that are none': PURLS.map((purl) => ({ name: 'a', version: '1', purl })),
  'S6 with versions that cannot be compared': VERSIONS.map((version) => ({ name: 'a', version })),
  'S6 with a name of 47,000 characters': [{ name: 'n'.repeat(47_000), version: '1.0' }],
  'S7 with markup and scripts': [
    {
      name: MARKUP,
      version: '1.0',
      description: MARKUP,
      publisher: MARKUP,
      licenses: [{ license: { name: MARKUP, url: SCRIPT } }],
      externalReferences: [{ type: 'website', url: SCRIPT }],
    },
  ],
  'S8 with formulas': ['=HYPERLINK("http://x")', '+1', '-1', '@x', '\t=1', '\r=1'].map((name) => ({ name })),
  'S9 with names that deceive': ['\u202egnp.exe', 'ax\u200bios', '\u0430xios'].map((name) => ({
    name,
    version: '0.21.0',
    purl: `pkg:npm/${encodeURIComponent(name)}@0.21.0`,
  })),
};

describe('a document with components', () => {
  testRows(
    hostile,
    Object.entries(COMPONENTS).map(([name, components]) => ({
      name,
      change: () => ({
        body: json(aCycloneDx({ components: components.map((component) => ({ type: 'library', ...component })) })),
      }),
      status: 200,
    })),
  );

  it('S10 with external references makes no connection', async () => {
    let connections = 0;
    const trap = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    trap.listen(0, '127.0.0.1');
    await once(trap, 'listening');
    const { port } = trap.address() as AddressInfo;
    const urls = [
      'http://169.254.169.254/latest/meta-data/',
      `http://127.0.0.1:${port}/`,
      'file:///etc/passwd',
      `gopher://127.0.0.1:${port}/`,
    ];
    const externalReferences = urls.map((url) => ({ type: 'bom', url }));
    const body = json(aCycloneDx({ externalReferences, components: [{ ...named('A')[0], externalReferences }] }));

    const sbom = await hostile.analyze({ body });

    trap.close();
    expect(sbom.status).toMatch(/^analyzed/);
    expect(connections).toBe(0);
  });
});

describe('claims', () => {
  testRows(hostile, [
    {
      name: 'S11 that nothing is affected are accepted',
      change: () => ({
        body: json(
          aCycloneDx({
            vulnerabilities: [
              { id: 'CVE-2021-44228', analysis: { state: 'not_affected' }, affects: [{ ref: 'left-pad' }] },
            ],
          }),
        ),
      }),
      status: 200,
    },
  ]);
});
