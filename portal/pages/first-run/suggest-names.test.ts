import { describe, expect, it } from 'vitest';
import { suggestNames } from './suggest-names.ts';

const cycloneDx = (component: object): string => JSON.stringify({ bomFormat: 'CycloneDX', metadata: { component } });

describe('suggestNames', () => {
  it.each<[string, string, string, string, string]>([
    ['CycloneDX', cycloneDx({ name: 'shop', version: '2.1' }), 'x.json', 'shop', '2.1'],
    ['a group', cycloneDx({ group: '@acme', name: 'shop', version: '2.1' }), 'x.json', '@acme/shop', '2.1'],
    ['no version', cycloneDx({ name: 'shop' }), 'x.json', 'shop', '1.0.0'],
    ['SPDX', '{"spdxVersion":"SPDX-2.3","name":"shop","packages":[{"versionInfo":"7"}]}', 'x', 'shop', '7'],
    ['the name of the file', '{"bomFormat":"CycloneDX"}', 'shop-api.cdx.json', 'shop-api', '1.0.0'],
    ['nothing at all', '[]', 'sbom.json', 'my-service', '1.0.0'],
    ['no JSON', 'oh', 'bom.json', 'my-service', '1.0.0'],
    ['an empty text', '', '', 'my-service', '1.0.0'],
    ['a name that is none', cycloneDx({ name: 7, version: {} }), 'a.json', 'a', '1.0.0'],
    ['invisible characters', cycloneDx({ name: 'a\u202eb' }), 'c.json', 'c', '1.0.0'],
    ['metadata that is none', '{"metadata":null,"name":null}', 'c.json', 'c', '1.0.0'],
  ])('handles %s', (_, text, file, service, version) => {
    expect(suggestNames(text, file)).toEqual({ service, version });
  });
});
