import { describe, expect, it } from 'vitest';
import { parseImageFacts } from './image-facts.ts';

const [FIRST, SECOND] = ['1', '2'].map((digit) => `sha256:${digit.repeat(64)}`);
const BASE = 'org.opencontainers.image.base.name';

function properties(...pairs: readonly (readonly [string, unknown])[]): object {
  return { properties: pairs.map(([name, value]) => ({ name, value })) };
}

describe('parseImageFacts', () => {
  it('parses the layers that Trivy lists, in order', () => {
    const component = properties(['aquasecurity:trivy:DiffID', SECOND], ['aquasecurity:trivy:DiffID', FIRST]);

    expect(parseImageFacts({ component })).toEqual({ layers: [SECOND, FIRST], baseName: undefined });
  });

  it.each([
    ['Trivy', { component: properties([`aquasecurity:trivy:Labels:${BASE}`, 'debian:12']) }],
    ['syft', properties([`syft:image:labels:${BASE}`, 'debian:12'])],
  ])('parses the base image from labels written by %s', (_, metadata) => {
    expect(parseImageFacts(metadata)).toEqual({ layers: [], baseName: 'debian:12' });
  });

  it.each([
    ['no metadata', undefined],
    ['other properties', properties(['aquasecurity:trivy:ImageID', FIRST])],
    ['no digest', { component: properties(['aquasecurity:trivy:DiffID', 'latest'], ['aquasecurity:trivy:DiffID', 7]) }],
    ['an unknown name', properties([`syft:image:labels:${BASE}`, 'a'.repeat(100_000)])],
    ['a name with control characters', properties([`syft:image:labels:${BASE}`, 'debian\u001b[2J'])],
  ])('returns nothing for %s', (_, metadata) => {
    expect(parseImageFacts(metadata)).toBeUndefined();
  });
});
