import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import type { Component } from '../../sbom/inventory.ts';
import { identifyComponents } from './component-set.ts';
import { markPartsAndGroups } from './separate-packages.ts';

const LAYER = `sha256:${'0a'.repeat(32)}`;
const NPM = aComponent({ ref: 'npm', purls: ['pkg:npm/left-pad@1.0.0'] });
const IMAGE = 'pkg:oci/app@sha256:1?repository_url=registry.example.org/app';

function unnamed(changes: Partial<Component>): Component {
  return aComponent({ purls: [], cpes: [], version: undefined, ...changes });
}

/** Returns the reason of the first component; undefined if it is identified. */
function reasonOf(components: readonly Component[], edges: readonly number[] = [], roots: readonly number[] = [-1]) {
  const inventory = { components, edges: Int32Array.from(edges), roots: Int32Array.from(roots) };
  const context = { distroOverride: undefined, image: undefined };
  const identified = identifyComponents({ components, distro: undefined, tool: undefined }, context);
  return markPartsAndGroups(inventory, identified)[0]?.reason;
}

describe('markPartsAndGroups', () => {
  it.each<[string, Component]>([
    ['an operating system that the packages belong to', unnamed({ type: 'operating-system', name: 'debian' })],
    ['a layer of an image', unnamed({ type: 'package', name: LAYER })],
    ['a cryptographic asset', unnamed({ type: 'cryptographic-asset', name: 'rsa-2048' })],
  ])('finds %s', (_name, component) => {
    expect(reasonOf([component])).toBe('not-a-package');
  });

  it.each<[string, Component]>([
    ['an image', aComponent({ type: 'container', purls: [IMAGE] })],
    ['a lockfile', unnamed({ type: 'application', name: 'app/package-lock.json' })],
    ['an image without a purl', unnamed({ type: 'container', name: 'app', version: '1' })],
  ])('finds %s with listed content, also through other components', (_name, group) => {
    const between = unnamed({ type: 'package', name: 'unknown' });

    expect(reasonOf([group, between, NPM], [0, 1, 1, 2])).toBe('not-a-package');
    expect(reasonOf([group, between, NPM], [1, 2])).not.toBe('not-a-package');
    expect(reasonOf([group, between], [0, 1])).not.toBe('not-a-package');
  });

  it('finds the subject of the document, which stands for its content', () => {
    const subject = unnamed({ type: 'package', name: 'app', version: '1.0.0' });

    expect(reasonOf([subject, NPM], [0, 1], [0])).toBe('not-a-package');
    expect(reasonOf([subject, NPM], [0, 1], [1])).toBe('no-identity');
  });

  it('finds the source of a listed package', () => {
    const source = unnamed({ type: 'source', name: 'left-pad', version: '1.0.0' });

    expect(reasonOf([source, NPM], [1, 0])).toBe('not-a-package');
    expect(reasonOf([source, NPM], [0, 1])).toBe('no-identity');
  });

  it.each<[string, string, string]>([
    ['pkg:golang/k8s.io/api/node/v1beta1', 'pkg:golang/k8s.io/api@v0.25.0', 'not-a-package'],
    ['pkg:golang/K8s.io/api', 'pkg:golang/k8s.io/api@v0.25.0', 'not-a-package'],
    ['pkg:golang/k8s.io/api#node', 'pkg:golang/k8s.io/api@v0.25.0', 'not-a-package'],
    ['pkg:golang/k8s.io/apiserver/pkg', 'pkg:golang/k8s.io/api@v0.25.0', 'no-version'],
    ['pkg:golang/example.org/x/v2/log', 'pkg:golang/example.org/x@v1.0.0', 'no-version'],
    ['pkg:golang/example.org/x/v2/log', 'pkg:golang/example.org/x/v2@v2.0.0', 'not-a-package'],
    ['pkg:golang/k8s.io/api/node', 'pkg:npm/k8s.io%2Fapi@1.0.0', 'no-version'],
  ])('judges the Go package %s beside %s: %s', (purl, beside, reason) => {
    const part = aComponent({ purls: [purl], version: undefined });

    expect(reasonOf([part, aComponent({ purls: [beside] })])).toBe(reason);
  });

  it.each<[string, Component]>([
    ['a library', unnamed({ type: 'library', name: 'zlib', version: '1.2.11' })],
    ['an unknown operating system', unnamed({ type: 'operating-system', name: 'acme-os' })],
    ['an application with a version', unnamed({ type: 'application', name: 'app', version: '1' })],
    ['a digest with a version', unnamed({ name: LAYER, version: '1' })],
    ['a generic package', aComponent({ type: 'application', purls: ['pkg:generic/app'] })],
  ])('leaves %s as it is, even with content', (_name, component) => {
    expect(reasonOf([component, NPM], [0, 1])).not.toBe('not-a-package');
  });

  it('never leaves out an identified component', () => {
    expect(reasonOf([aComponent({ type: 'container', purls: ['pkg:npm/app@1.0.0'] }), NPM], [0, 1])).toBeUndefined();
  });

  it('ends with cycles', () => {
    expect(reasonOf([aComponent({ type: 'container', purls: [IMAGE] }), NPM], [0, 1, 1, 0, 0, 0])).toBe(
      'not-a-package',
    );
  });
});
