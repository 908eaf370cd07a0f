import { describe, expect, it } from 'vitest';
import { ECOSYSTEMS_WITH_FEED } from '../../identity/ecosystems/ecosystem.ts';
import { parseAffectedPackage } from './parse-affected-package.ts';

describe('parseAffectedPackage', () => {
  it.each([
    [{ ecosystem: 'Android', name: 'a' }, 'unsupported-ecosystem'],
    [{ ecosystem: 'Fedora:41', name: 'a' }, 'unsupported-ecosystem'],
    [{ name: 'a' }, 'unsupported-ecosystem'],
    [null, 'unsupported-ecosystem'],
    [{ ecosystem: 'Debian', name: 'a' }, 'no-release'],
    [{ ecosystem: 'Ubuntu:', name: 'a' }, 'no-release'],
    [{ ecosystem: 'npm' }, 'unusable-name'],
    [{ ecosystem: 'npm', name: '' }, 'unusable-name'],
    [{ ecosystem: 'npm', name: 'a\u001Fb' }, 'unusable-name'],
    [{ ecosystem: 'npm', name: '\uD800' }, 'unusable-name'],
    [{ ecosystem: 'npm', name: 'x'.repeat(1_000) }, 'unusable-name'],
    [{ ecosystem: 'Red Hat:enterprise_linux:9::baseos', name: 'openssl-debuginfo' }, 'debug-symbols'],
    [{ ecosystem: 'AlmaLinux:9', name: 'kernel-debuginfo-common' }, 'debug-symbols'],
  ])('rejects %j with the reason %s', (named, reason) => {
    expect(parseAffectedPackage(named)).toBe(reason);
  });

  it.each(['Wolfi', 'Chainguard', 'MinimOS'])('accepts %s, a rolling distribution, without a release', (ecosystem) => {
    expect(parseAffectedPackage({ ecosystem, name: 'curl' })).toMatchObject({
      family: ecosystem,
      release: '',
      name: 'curl',
    });
  });

  it.each(ECOSYSTEMS_WITH_FEED)('accepts a package of $family', ({ family, distribution }) => {
    const ecosystem = distribution === undefined ? family : `${family}:9`;

    expect(parseAffectedPackage({ ecosystem, name: 'a' })).toMatchObject({ family, name: 'a' });
  });
});
