import { describe, expect, it } from 'vitest';
import { toTargets } from './upload-targets.ts';

const NONE = { service: 'shop', version: undefined, image: undefined, slot: undefined };

describe('toTargets', () => {
  it('fills in the name and the folder of each file', () => {
    const options = { service: '{folder}/{name}', version: '1', image: 'registry/{name}:1', slot: '{name}' };

    expect(toTargets(options, ['images/debian/web.cdx.json.gz', '-'], {})).toEqual([
      {
        file: 'images/debian/web.cdx.json.gz',
        service: 'debian/web',
        version: '1',
        image: 'registry/web:1',
        slot: 'web',
      },
      { file: '-', service: 'stdin/stdin', version: '1', image: 'registry/stdin:1', slot: 'stdin' },
    ]);
  });

  it.each([
    [{ version: '1.0' }, { tag: 'v1', commit: 'abc' }, '1.0'],
    [{}, { tag: 'v1', commit: 'abc' }, 'v1'],
    [{}, { commit: 'abc' }, 'abc'],
    [{ image: 'app:1' }, { commit: 'abc' }, undefined],
  ])('names the version: %j %j', (options, build, version) => {
    expect(toTargets({ ...NONE, ...options }, ['a.json'], build)[0]?.version).toBe(version);
  });

  it.each([
    [{ service: undefined }, ['a.json'], 'requires --service'],
    [{}, ['a.json'], 'requires --version or --image'],
    [{ image: 'app:1' }, ['a.json', 'b.json'], '--image describes one SBOM, but 2 were found.'],
  ])('rejects a target that is not clear: %j', (options, files, message) => {
    expect(() => toTargets({ ...NONE, ...options }, files, {})).toThrow(message);
  });
});
