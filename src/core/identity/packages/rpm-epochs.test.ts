import { describe, expect, it } from 'vitest';
import type { PackageClaims } from './find-package.ts';
import { hasRpmEpochs } from './rpm-epochs.ts';

function aPackage(claims: Partial<PackageClaims>): PackageClaims {
  return { purls: [], group: undefined, version: undefined, source: undefined, ...claims };
}

describe('hasRpmEpochs', () => {
  it.each<Partial<PackageClaims>>([
    { purls: ['pkg:rpm/redhat/a@1?arch=x86_64&epoch=1'] },
    { purls: ['pkg:rpm/redhat/a@1:1.0-1'] },
    { purls: ['pkg:rpm/redhat/a@1%3A1.0-1'] },
    { purls: ['pkg:rpm/redhat/a@1.0-1'], epoch: '0' },
    { purls: ['pkg:rpm/redhat/a@1.0-1'], version: '2:1.0-1' },
    { packageType: 'rpm', version: '2:1.0-1' },
  ])('finds an epoch in %j', (claims) => {
    expect(hasRpmEpochs([aPackage({}), aPackage(claims)])).toBe(true);
  });

  it.each<Partial<PackageClaims>>([
    {},
    { purls: ['pkg:rpm/redhat/a@1.0-1?arch=x86_64'] },
    { purls: ['pkg:deb/debian/a@1:1.0-1'], version: '1:1.0-1' },
    { purls: ['pkg:npm/a@1?epoch=1'], epoch: '1' },
  ])('finds no epoch in %j', (claims) => {
    expect(hasRpmEpochs([aPackage(claims)])).toBe(false);
  });
});
