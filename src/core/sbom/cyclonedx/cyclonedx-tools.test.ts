/** Short documents in the style of common generators. Each generator has its own places for the same facts. */
import { describe, expect, it } from 'vitest';
import { aComponent, edgesOf } from '../../../../test/support/inventories.ts';
import { scan } from '../../../../test/support/scan-bytes.ts';
import { parseCycloneDx } from './parse-cyclonedx.ts';
import { findDirect } from '../graph/direct-dependencies.ts';
import { inspectSbom } from '../scan/inspect-sbom.ts';
import type { Inventory } from '../inventory.ts';
import { parseSbom } from '../parse-sbom.ts';

function read(document: Record<string, unknown>): Inventory {
  return parseCycloneDx({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, ...document }, '');
}

function properties(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

describe('parseCycloneDx', () => {
  it('parses a document of syft', () => {
    const inventory = read({
      metadata: {
        timestamp: '2024-10-03T12:46:19+02:00',
        tools: { components: [{ type: 'application', author: 'anchore', name: 'syft', version: '1.13.0' }] },
        component: { 'bom-ref': 'f5a', type: 'container', name: 'debian:12', version: 'sha256:2bc5' },
        properties: properties({ 'syft:image:labels:maintainer': 'us' }),
      },
      components: [
        {
          'bom-ref': 'pkg:deb/debian/bsdutils@1%3A2.38.1-5?package-id=4f',
          type: 'library',
          publisher: 'Util-Linux Maintainers',
          name: 'bsdutils',
          version: '1:2.38.1-5+deb12u1',
          licenses: [{ license: { id: 'BSD-3-Clause' } }, { license: { name: 'public-domain' } }],
          cpe: 'cpe:2.3:a:bsdutils:bsdutils:1:*:*:*:*:*:*:*',
          purl: 'pkg:deb/debian/bsdutils@1%3A2.38.1-5%2Bdeb12u1?arch=amd64&distro=debian-12&upstream=util-linux%402.38.1-5',
          properties: properties({
            'syft:package:foundBy': 'dpkg-db-cataloger',
            'syft:package:type': 'deb',
            'syft:package:metadataType': 'dpkg-db-entry',
            'syft:location:0:path': '/var/lib/dpkg/status',
            'syft:location:0:layerID': 'sha256:8e2',
            'syft:metadata:source': 'util-linux',
            'syft:metadata:sourceVersion': '2.38.1-5',
          }),
        },
        {
          'bom-ref': 'os:debian@12',
          type: 'operating-system',
          name: 'debian',
          version: '12',
          description: 'Debian GNU/Linux 12 (bookworm)',
          properties: properties({ 'syft:distro:id': 'debian', 'syft:distro:versionID': '12' }),
        },
        { 'bom-ref': 'file', type: 'file', name: '/bin/sh', hashes: [{ alg: 'SHA-1', content: 'aa' }] },
      ],
    });

    expect(inventory).toMatchObject({ tool: 'syft 1.13.0', distro: 'debian-12', graph: 'missing', warnings: [] });
    expect(inventory.components[0]).toEqual(
      aComponent({
        ref: 'pkg:deb/debian/bsdutils@1%3A2.38.1-5?package-id=4f',
        name: 'bsdutils',
        version: '1:2.38.1-5+deb12u1',
        purls: [
          'pkg:deb/debian/bsdutils@1%3A2.38.1-5%2Bdeb12u1?arch=amd64&distro=debian-12&upstream=util-linux%402.38.1-5',
        ],
        cpes: ['cpe:2.3:a:bsdutils:bsdutils:1:*:*:*:*:*:*:*'],
        packageType: 'deb',
        source: { name: 'util-linux', version: '2.38.1-5' },
        details: {
          supplier: 'Util-Linux Maintainers',
          licenses: ['BSD-3-Clause', 'public-domain'],
          locations: [{ path: '/var/lib/dpkg/status', layer: 'sha256:8e2' }],
        },
      }),
    );
  });

  it('parses a document of syft with modular rpm packages', () => {
    const { components } = read({
      components: [
        {
          type: 'library',
          name: 'nodejs',
          version: '1:18.20.8-1.module+el8.10.0+23091+f8fc3a53',
          purl: 'pkg:rpm/rhel/nodejs@18.20.8-1.module%2Bel8.10.0%2B23091%2Bf8fc3a53?arch=x86_64&epoch=1&distro=rhel-8.10',
          properties: properties({
            'syft:package:type': 'rpm',
            'syft:metadata:epoch': '1',
            'syft:metadata:modularityLabel': 'nodejs:18:8100020250506132245:489197e6',
            'syft:metadata:sourceRpm': 'nodejs-18.20.8-1.module+el8.10.0+23091+f8fc3a53.src.rpm',
          }),
        },
      ],
    });

    expect(components[0]).toMatchObject({
      packageType: 'rpm',
      epoch: '1',
      module: 'nodejs:18:8100020250506132245:489197e6',
      source: { name: 'nodejs', version: '18.20.8-1.module+el8.10.0+23091+f8fc3a53' },
    });
  });

  it('parses a document of Trivy, which lists groups of packages as packages', () => {
    const trivy = (values: Readonly<Record<string, string>>) =>
      Object.entries(values).map(([name, value]) => ({ name: `aquasecurity:trivy:${name}`, value }));
    const inventory = read({
      metadata: {
        tools: {
          components: [{ type: 'application', manufacturer: { name: 'Aqua' }, name: 'trivy', version: '0.56.2' }],
        },
        component: {
          'bom-ref': 'root',
          type: 'container',
          name: 'app:1',
          properties: trivy({ SchemaVersion: '2', ImageID: 'sha256:0' }),
        },
      },
      components: [
        {
          'bom-ref': 'os',
          type: 'operating-system',
          name: 'centos',
          version: '7.6.1810',
          properties: trivy({ Class: 'os-pkgs', Type: 'centos' }),
        },
        {
          'bom-ref': 'lock',
          type: 'application',
          name: 'app/composer.lock',
          properties: trivy({ Class: 'lang-pkgs', Type: 'composer' }),
        },
        {
          'bom-ref': 'ssl',
          type: 'library',
          name: 'openssl-libs',
          version: '1.0.2k-16.el7',
          purl: 'pkg:rpm/centos/openssl-libs@1.0.2k-16.el7?epoch=1&distro=centos-7.6.1810',
          supplier: { name: 'CentOS' },
          properties: trivy({
            PkgType: 'centos',
            SrcName: 'openssl',
            SrcVersion: '1.0.2k',
            SrcRelease: '16.el7',
            SrcEpoch: '1',
            Modularitylabel: 'm:1',
            LayerDiffID: 'sha256:8',
            LayerDigest: 'sha256:9',
          }),
        },
        {
          'bom-ref': 'jar',
          type: 'library',
          group: 'org.codehaus.mojo',
          name: 'child-project',
          version: '1.0',
          purl: 'pkg:maven/org.codehaus.mojo/child-project@1.0',
          properties: trivy({ FilePath: 'app/child-project-1.0.jar', LayerDiffID: 'sha256:8', Type: 'jar' }),
        },
      ],
      dependencies: [
        { ref: 'root', dependsOn: ['os', 'lock'] },
        { ref: 'os', dependsOn: ['ssl'] },
        { ref: 'lock', dependsOn: ['jar'] },
        { ref: 'ssl', dependsOn: [] },
      ],
    });

    expect(inventory).toMatchObject({ tool: 'trivy 0.56.2', distro: 'centos-7.6.1810', graph: 'complete' });
    expect(inventory.components.map(({ packageType }) => packageType)).toEqual([undefined, undefined, 'centos', 'jar']);
    expect(inventory.components[2]).toMatchObject({
      source: { name: 'openssl', version: '1:1.0.2k-16.el7' },
      module: 'm:1',
    });
    expect(inventory.components[3]?.details).toEqual({
      locations: [{ path: 'app/child-project-1.0.jar', layer: 'sha256:8' }],
    });
    expect(findDirect(inventory)).toEqual([true, true, true, true]);
  });

  it('parses a document of cdxgen', () => {
    const inventory = read({
      metadata: {
        tools: { components: [{ group: '@cyclonedx', name: 'cdxgen', version: '11.0.0', type: 'application' }] },
        lifecycles: [{ phase: 'build' }],
        component: { name: 'app', type: 'application', 'bom-ref': 'pkg:npm/app@1.0.0', purl: 'pkg:npm/app@1.0.0' },
      },
      components: [
        {
          group: '@babel',
          name: 'core',
          version: '7.24.0',
          scope: 'optional',
          purl: 'pkg:npm/%40babel/core@7.24.0',
          type: 'library',
          'bom-ref': 'pkg:npm/@babel/core@7.24.0',
          properties: properties({ SrcFile: '/app/package-lock.json' }),
          evidence: {
            identity: {
              field: 'purl',
              confidence: 1,
              methods: [{ technique: 'manifest-analysis', value: '/app/package-lock.json' }],
            },
            occurrences: [{ location: 'src/index.js#12' }],
          },
        },
        {
          group: 'junit',
          name: 'junit',
          version: '4.13',
          scope: 'optional',
          purl: 'pkg:maven/junit/junit@4.13',
          type: 'library',
          'bom-ref': 'pkg:maven/junit/junit@4.13',
          properties: properties({ 'cdx:maven:component_scope': 'test', GradleProfileName: 'testRuntimeClasspath' }),
        },
      ],
      formulation: [
        { components: [{ type: 'platform', name: 'node', version: '22.1.0', 'bom-ref': 'node' }], workflows: [] },
      ],
      dependencies: [
        { ref: 'pkg:npm/app@1.0.0', dependsOn: ['pkg:npm/@babel/core@7.24.0'] },
        { ref: 'pkg:npm/app@1.0.0', dependsOn: ['pkg:maven/junit/junit@4.13'] },
      ],
    });

    expect(inventory.components.map(({ scope }) => scope)).toEqual(['optional', 'test', 'build']);
    expect(inventory.components[0]).toMatchObject({
      purls: ['pkg:npm/%40babel/core@7.24.0'],
      details: { locations: [{ path: '/app/package-lock.json' }, { path: 'src/index.js#12' }] },
    });
    expect(edgesOf(inventory)).toHaveLength(2);
    expect(inventory.graph).toBe('complete');
  });

  it('parses documents of cyclonedx-npm and npm', () => {
    const { components, tool } = read({
      metadata: { tools: [{ vendor: '@cyclonedx', name: 'cyclonedx-npm', version: '1.19.0' }] },
      components: [
        {
          type: 'library',
          name: 'jest',
          version: '29.7.0',
          'bom-ref': 'app@1|jest@29.7.0',
          scope: 'optional',
          author: 'Facebook',
          licenses: [{ license: { id: 'MIT', acknowledgement: 'declared' } }],
          purl: 'pkg:npm/jest@29.7.0',
          externalReferences: [
            { type: 'distribution', url: 'https://example.com/jest.tgz', hashes: [{ alg: 'SHA-512', content: 'ff' }] },
          ],
          properties: properties({
            'cdx:npm:package:development': 'true',
            'cdx:npm:package:path': 'node_modules/jest',
          }),
        },
      ],
    });

    expect(tool).toBe('cyclonedx-npm 1.19.0');
    expect(components[0]).toMatchObject({
      scope: 'development',
      details: {
        supplier: 'Facebook',
        licenses: ['MIT'],
        references: [{ type: 'distribution', url: 'https://example.com/jest.tgz' }],
        locations: [{ path: 'node_modules/jest' }],
      },
    });
  });

  it('parses a document of cyclonedx-maven, which marks test scope only with Gradle', () => {
    const { components } = read({
      metadata: {
        properties: properties({ 'maven.goal': 'makeAggregateBom', 'maven.scopes': 'compile,provided,runtime,test' }),
      },
      components: [
        {
          type: 'library',
          'bom-ref': 'pkg:maven/org.slf4j/slf4j-api@2.0.9?type=jar',
          publisher: 'QOS.ch',
          group: 'org.slf4j',
          name: 'slf4j-api',
          version: '2.0.9',
          description: 'The slf4j API',
          scope: 'required',
          hashes: [{ alg: 'MD5', content: '45630e54b0f0ac2b3c80462515ad8fda' }],
          licenses: [{ license: { id: 'MIT', url: 'https://opensource.org/licenses/MIT' } }],
          purl: 'pkg:maven/org.slf4j/slf4j-api@2.0.9?type=jar',
        },
        {
          type: 'library',
          name: 'junit',
          purl: 'pkg:maven/junit/junit@4.13',
          properties: properties({ 'cdx:maven:package:test': 'true' }),
        },
      ],
    });

    expect(components[0]).toMatchObject({
      scope: 'required',
      details: {
        description: 'The slf4j API',
        supplier: 'QOS.ch',
        licenses: ['MIT'],
        hashes: [{ algorithm: 'MD5', value: '45630e54b0f0ac2b3c80462515ad8fda' }],
      },
    });
    expect(components[1]?.scope).toBe('test');
  });

  it('parses a document of cyclonedx-gomod, which does not state whether its list is complete', () => {
    const main = 'pkg:golang/example.com/app@v1';
    const [text, std] = ['golang.org/x/text', 'std'].map((name) => ({
      'bom-ref': `pkg:golang/${name}@v1`,
      type: 'library',
      name,
      version: 'v1',
      scope: 'required',
      purl: `pkg:golang/${name}@v1?type=module`,
    }));
    const modules = [text?.['bom-ref'], std?.['bom-ref']];
    const inventory = read({
      metadata: { component: { 'bom-ref': main, type: 'application', name: 'example.com/app', purl: main } },
      components: [text, std],
      dependencies: [{ ref: main, dependsOn: modules }, ...modules.map((ref) => ({ ref }))],
      compositions: [
        { aggregate: 'complete', dependencies: [main] },
        { aggregate: 'unknown', dependencies: modules },
      ],
    });

    expect(inventory).toMatchObject({ graph: 'complete', warnings: [] });
  });

  it('parses a document of sbomer', () => {
    const purl = 'pkg:rpm/redhat/openssl@3.0.7-18.el9_2?arch=x86_64';
    const { components } = read({
      components: [
        {
          type: 'library',
          'bom-ref': 'aa1',
          name: 'openssl',
          version: '3.0.7-18.el9_2',
          purl,
          supplier: { name: 'Red Hat', url: ['https://www.redhat.com'] },
          evidence: {
            identity: [
              { field: 'purl', concludedValue: `${purl}&repository_id=baseos` },
              { field: 'purl', concludedValue: `${purl}&repository_id=appstream` },
            ],
          },
          properties: properties({
            'sbomer:package:type': 'rpm',
            'sbomer:location:0:path': '/var/lib/rpm/rpmdb.sqlite',
            'sbomer:metadata:sourceRpm': 'openssl-3.0.7-18.el9_2.src.rpm',
            'sbomer:metadata:epoch': '1',
          }),
        },
      ],
    });

    expect(components[0]).toMatchObject({
      purls: [purl, `${purl}&repository_id=baseos`, `${purl}&repository_id=appstream`],
      packageType: 'rpm',
      epoch: '1',
      source: { name: 'openssl', version: '3.0.7-18.el9_2' },
      details: { supplier: 'Red Hat', locations: [{ path: '/var/lib/rpm/rpmdb.sqlite' }] },
    });
  });

  it('parses a document of GitLab, which names the operating system of an image in the metadata', () => {
    const inventory = read({
      metadata: {
        properties: properties({
          'gitlab:container_scanning:operating_system:name': 'Debian',
          'gitlab:container_scanning:operating_system:version': '12.5',
        }),
      },
      components: [{ type: 'operating-system', name: 'debian', version: '12' }],
    });

    expect(inventory.distro).toBe('debian-12.5');
  });
});

describe('CycloneDX document of a future version', () => {
  it('is parsed as far as known, with a notice', () => {
    const document = {
      bomFormat: 'CycloneDX',
      specVersion: '1.8',
      metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'shop' }, novelty: {} },
      components: [{ type: 'quantum-circuit', name: 'a', 'bom-ref': 'a', purl: 'pkg:npm/a@1', novelty: [1] }],
      dependencies: [{ ref: 'shop', dependsOn: ['a'], entangles: ['b'] }],
      novelties: [{}],
    };
    const inspected = inspectSbom(scan(new TextEncoder().encode(JSON.stringify(document))));
    const inventory = parseSbom(document, inspected);

    expect(inspected).toMatchObject({
      specVersion: '1.8',
      componentCount: 1,
      warnings: [{ code: 'SPEC_VERSION_NEWER', count: 1 }],
    });
    expect(inventory).toMatchObject({ graph: 'complete', warnings: [] });
    expect(inventory.components[0]).toEqual(
      aComponent({ ref: 'a', type: 'quantum-circuit', name: 'a', version: undefined, purls: ['pkg:npm/a@1'] }),
    );
  });
});
