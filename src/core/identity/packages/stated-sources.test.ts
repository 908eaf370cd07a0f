import { describe, expect, it } from 'vitest';
import { findStatedSources } from './stated-sources.ts';

const debs = (count: number, upstream = ''): string[] =>
  Array.from({ length: count }, (_, n) => `pkg:deb/debian/lib${n}@1.0-1?arch=amd64${upstream}`);

describe('findStatedSources', () => {
  it.each([
    ['a document in which no package states one', debs(40), undefined, []],
    [
      'a document in which a third of the packages state one',
      [...debs(20), ...debs(10, '&upstream=acme')],
      undefined,
      ['deb'],
    ],
    [
      'a document in which a single package of many states one',
      [...debs(40), ...debs(1, '&upstream=acme')],
      undefined,
      [],
    ],
    ['a few packages of an unknown tool', [...debs(1), ...debs(1, '&upstream=acme')], 'acme-sbom 1.0', []],
    ['a few packages listed by Syft', debs(3), 'syft-0.57.0', ['deb']],
    ['a few packages listed by a newer Syft', debs(3), 'syft 1.50.0', ['deb']],
    ['a few packages listed by a Syft that did not state sources yet', debs(3), 'syft 0.32.1', []],
    ['a few packages listed by Trivy', debs(3), 'trivy 0.54.1', ['deb']],
    ['many packages listed by Syft, none with a source', debs(40), 'syft 1.50.0', []],
    ['a source with the name of its package', debs(12).map((purl, n) => `${purl}&upstream=lib${n}`), undefined, []],
    ['no packages of a distribution', ['pkg:npm/left-pad@1.3.0'], 'syft 1.50.0', []],
  ])('evaluates %s', (_case, purls, tool, types) => {
    const components = purls.map((purl) => ({
      purls: [purl],
      group: undefined,
      version: undefined,
      source: undefined,
    }));

    expect([...findStatedSources(components, tool)]).toEqual(types);
  });

  it('recognizes sources in tool properties', () => {
    const components = debs(10).map((purl) => ({
      purls: [purl],
      group: undefined,
      version: undefined,
      source: { name: 'acme', version: undefined },
    }));

    expect([...findStatedSources(components, undefined)]).toEqual(['deb']);
  });
});
