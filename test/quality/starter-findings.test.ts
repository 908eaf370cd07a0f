/**
 * Expected findings of seven small documents with the starter set, written by hand with the reason for every line. A change that
 * breaks a line must explain which reason no longer holds.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { startTestAssay, type TestAssay } from '../support/test-assay.ts';

let assay: TestAssay;
let api: ApiClient;
beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
});
afterAll(async () => await assay.stop());

interface Expected {
  readonly document: Record<string, unknown>;
  /** `component@version id severity fixed-in`, in any order, which another test covers. */
  readonly findings: readonly string[];
  readonly coverage: {
    readonly components: number;
    readonly checked: number;
    readonly notChecked: readonly { reason: string; count: number }[];
  };
}

const library = (purl: string, more: Record<string, unknown> = {}): Record<string, unknown> => {
  const path = purl.slice(purl.indexOf('/') + 1).split('?')[0] ?? '';
  const [name, version] = path.split('@');
  return {
    type: 'library',
    name: decodeURIComponent(name?.split('/').at(-1) ?? ''),
    version: decodeURIComponent(version ?? ''),
    purl,
    'bom-ref': purl,
    ...more,
  };
};
const cycloneDx = (components: readonly Record<string, unknown>[]): Record<string, unknown> => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  components,
});

const spdx = (components: readonly Record<string, unknown>[]): Record<string, unknown> => ({
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'build',
  packages: components.map(({ name, version, purl }, index) => ({
    SPDXID: `SPDXRef-${index}`,
    name,
    versionInfo: version,
    downloadLocation: 'NOASSERTION',
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
  })),
});

const NPM_TREE = [
  // Below 4.17.21, where the template injection was fixed.
  library('pkg:npm/lodash@4.17.20'),
  // The fixed version itself is not affected.
  library('pkg:npm/minimist@1.2.6'),
  // In [7.0.0, 7.5.2): the range of its own major version decides, not the older ones.
  library('pkg:npm/semver@7.5.1'),
  // Exactly the fix of the 6.x branch.
  library('pkg:npm/semver@6.3.1'),
  // A scope is part of the name: @types/lodash is another package than lodash.
  library('pkg:npm/%40types/lodash@4.14.0'),
  // Every version below 7.23.2; the prerelease range of 8 does not apply to it.
  library('pkg:npm/%40babel/traverse@7.20.0'),
  // The range has no end: every version is affected and nothing fixes it.
  library('pkg:npm/babel-traverse@6.26.0'),
  // A branch is not a version: it cannot be checked, and is counted as such.
  library('pkg:npm/ws@git+https:%2F%2Fexample.com%2Fws.git'),
];
const OF_NPM_TREE = {
  findings: [
    '@babel/traverse@7.20.0 CVE-2023-45133 critical 7.23.2',
    'babel-traverse@6.26.0 CVE-2023-45133 critical -',
    'lodash@4.17.20 CVE-2021-23337 high 4.17.21',
    'semver@7.5.1 CVE-2022-25883 high 7.5.2',
  ],
  coverage: { components: 8, checked: 7, notChecked: [{ reason: 'floating-ref', count: 1 }] },
};

const CASES: readonly (readonly [string, Expected])[] = [
  ['an npm tree', { document: cycloneDx(NPM_TREE), ...OF_NPM_TREE }],
  ['the same npm tree in SPDX', { document: spdx(NPM_TREE), ...OF_NPM_TREE }],
  [
    'a Python environment',
    {
      document: cycloneDx([
        // PEP 503: names are compared in lower case, with - for runs of - _ and dots.
        library('pkg:pypi/Jinja2@3.1.2'),
        // 2.31.0rc1 is older than 2.31.0, so the fix is not in it.
        library('pkg:pypi/requests@2.31.0rc1'),
        // A later post release of the fixed version is newer than the fix.
        library('pkg:pypi/pillow@10.2.0.post1'),
        // The local part does not make a version older: 5.4+cpu is 5.4 built elsewhere.
        library('pkg:pypi/pyyaml@5.4%2Bcpu'),
        // Between the branches: below 2.0.0 the first range ends at 1.26.17.
        library('pkg:pypi/urllib3@1.26.18'),
      ]),
      findings: ['jinja2@3.1.2 CVE-2024-22195 medium 3.1.3', 'requests@2.31.0rc1 CVE-2023-32681 medium 2.31.0'],
      coverage: { components: 5, checked: 5, notChecked: [] },
    },
  ],
  [
    'a Maven build in SPDX',
    {
      document: spdx([
        // Log4Shell and its incomplete first fix.
        library('pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1'),
        // The API alone contains no vulnerable code, and no record names it.
        library('pkg:maven/org.apache.logging.log4j/log4j-api@2.14.1'),
        // In Maven's order, 5.3.18 and 5.3.18.RELEASE are equal, so this is the fixed version.
        library('pkg:maven/org.springframework/spring-beans@5.3.18.RELEASE'),
        // A SNAPSHOT is older than its release.
        library('pkg:maven/org.apache.commons/commons-text@1.10.0-SNAPSHOT'),
        // The placeholder for the version was never replaced by the build.
        library('pkg:maven/org.yaml/snakeyaml@%24%7Bsnakeyaml.version%7D'),
      ]),
      findings: [
        'org.apache.commons:commons-text@1.10.0-SNAPSHOT CVE-2022-42889 critical 1.10.0',
        'org.apache.logging.log4j:log4j-core@2.14.1 CVE-2021-44228 critical 2.15.0',
        'org.apache.logging.log4j:log4j-core@2.14.1 CVE-2021-45046 critical 2.16.0',
      ],
      coverage: { components: 5, checked: 4, notChecked: [{ reason: 'unresolved-placeholder', count: 1 }] },
    },
  ],
  [
    'a Debian 12 image',
    {
      document: cycloneDx([
        { type: 'operating-system', name: 'debian', version: '12', 'bom-ref': 'os' },
        // libssl3 is built from openssl; Heartbleed was fixed long before 3.0.11.
        library('pkg:deb/debian/libssl3@3.0.11-1~deb12u2?arch=amd64&upstream=openssl&distro=debian-12'),
        // The binary package is looked up by its source, glibc, and compared in Debian's order: deb12u1 < deb12u3.
        library('pkg:deb/debian/libc6@2.36-9%2Bdeb12u1?arch=amd64&upstream=glibc&distro=debian-12'),
        // Without its own distro, the package belongs to the release of the image.
        library('pkg:deb/debian/curl@7.88.1-10%2Bdeb12u4?arch=amd64'),
        // The epoch counts: 1:1.2.13 is newer than 1:1.2.11.dfsg-4.1. Debian 12 has no fix for MiniZip, which is part of zlib.
        library('pkg:deb/debian/zlib1g@1:1.2.13.dfsg-1?arch=amd64&upstream=zlib&distro=debian-12'),
        // Debian 12 fixed it in deb12u3; deb12u2 is older.
        library('pkg:deb/debian/openssh-client@1:9.2p1-2%2Bdeb12u2?arch=amd64&upstream=openssh&distro=debian-12'),
      ]),
      findings: [
        'libc6@2.36-9+deb12u1 CVE-2023-4911 high 2.36-9+deb12u3',
        'openssh-client@1:9.2p1-2+deb12u2 CVE-2024-6387 high 1:9.2p1-2+deb12u3',
        'zlib1g@1:1.2.13.dfsg-1 CVE-2023-45853 critical -',
      ],
      coverage: { components: 5, checked: 5, notChecked: [{ reason: 'not-a-package', count: 1 }] },
    },
  ],
  [
    'programs of other languages',
    {
      document: cycloneDx([
        // Below 0.17.0 and 0.23.0; both records are about the module, not about the packages inside.
        library('pkg:golang/golang.org/x/net@v0.1.0'),
        // A commit without a tag is below 0.3.8 in the order of Go.
        library('pkg:golang/golang.org/x/text@v0.0.0-20210101000000-0123456789ab'),
        // A release candidate is in the range that starts with 1.22.0-0.
        library('pkg:golang/stdlib@go1.22rc1'),
        // 1.22 alone is a language version, not a release.
        library('pkg:golang/stdlib@1.22', { 'bom-ref': 'language' }),
        // A build for one platform: this is 1.13.6 itself, where it is fixed, and not a prerelease of it.
        library('pkg:gem/nokogiri@1.13.6-x86_64-linux'),
        // Between the branches: below 2.2.3.1.
        library('pkg:gem/rack@2.2.3'),
        // Four-part version and a case-insensitive name: this is 13.0.1.
        library('pkg:nuget/newtonsoft.json@13.0.1.0'),
        // 4.4.50-RC1 is older than 4.4.50.
        library('pkg:composer/symfony/http-kernel@v4.4.50-RC1'),
        // A branch.
        library('pkg:composer/twig/twig@dev-main'),
        // The range of 1.3 ends at 1.3.2.
        library('pkg:hex/plug@1.3.1'),
        // Every version is malicious.
        library('pkg:cargo/rustdecimal@1.23.5'),
        // A commit that no record lists: it cannot be checked, and is counted as such.
        library('pkg:github/tj-actions/changed-files@0e58ed8671d6b60d0890c21b07f8835ace038e67'),
      ]),
      findings: [
        'rack@2.2.3 CVE-2022-30123 critical 2.2.3.1',
        'golang.org/x/net@v0.1.0 CVE-2023-39325 high 0.17.0',
        'golang.org/x/text@v0.0.0-20210101000000-0123456789ab CVE-2022-32149 high 0.3.8',
        'plug@1.3.1 CVE-2017-1000053 high 1.3.2',
        'symfony/http-kernel@v4.4.50-RC1 CVE-2022-24894 medium 4.4.50',
        // These have no rating.
        'golang.org/x/net@v0.1.0 CVE-2023-45288 unknown 0.23.0',
        'rustdecimal@1.23.5 GHSA-7pwq-f4pq-78gm unknown -',
        'stdlib@go1.22rc1 CVE-2023-45288 unknown 1.22.2',
        'stdlib@go1.22rc1 CVE-2024-24790 unknown 1.22.4',
      ],
      coverage: {
        components: 12,
        checked: 9,
        notChecked: [
          { reason: 'floating-ref', count: 2 },
          { reason: 'unparsable-version', count: 1 },
        ],
      },
    },
  ],
  [
    'a document that says little',
    {
      document: cycloneDx([
        // A name alone selects no ecosystem, even a well-known one.
        { type: 'library', name: 'lodash', version: '4.17.20', 'bom-ref': 'a' },
        // No version: unknown, never "not affected".
        { type: 'library', name: 'minimist', purl: 'pkg:npm/minimist', 'bom-ref': 'b' },
        // An image is not a package.
        library('pkg:docker/debian@12'),
        // A Debian package without a release never matches all releases.
        library('pkg:deb/debian/bash@4.2?arch=amd64'),
        // A look-alike with a Cyrillic letter is a different package.
        library('pkg:npm/l%D0%BEdash@4.17.20'),
      ]),
      findings: [],
      coverage: {
        components: 5,
        checked: 1,
        notChecked: [
          { reason: 'no-identity', count: 1 },
          { reason: 'no-version', count: 1 },
          { reason: 'unknown-release', count: 1 },
          { reason: 'unsupported-type', count: 1 },
        ],
      },
    },
  ],
];

interface Finding {
  readonly vulnerability: { readonly id: string; readonly severity: string };
  readonly component: { readonly name: string; readonly version: string };
  readonly fix: { readonly nearest: string | null };
}

describe('findings of', () => {
  it.each(CASES)('%s', async (name, expected) => {
    await api.upload(`/api/v2/service/quality/version/${encodeURIComponent(name)}/sbom?wait=60`, expected.document);

    const found = await api.get<Finding[]>(`/api/v2/service/quality/version/${encodeURIComponent(name)}/finding`);
    const summary = await api.get<{ coverage: unknown; total: number; data: { state: string } }>(
      `/api/v2/service/quality/version/${encodeURIComponent(name)}/finding/summary`,
    );

    const lines = found.map(
      ({ component, vulnerability, fix }) =>
        `${component.name}@${component.version} ${vulnerability.id} ${vulnerability.severity} ${fix.nearest ?? '-'}`,
    );
    expect(lines.toSorted()).toEqual(expected.findings.toSorted());
    expect(summary).toMatchObject({
      coverage: expected.coverage,
      total: expected.findings.length,
      data: { state: 'starter' },
    });
  });
});
