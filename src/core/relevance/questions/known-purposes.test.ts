import { describe, expect, it } from 'vitest';
import { findPurpose, listNames } from './known-purposes.ts';

describe('findPurpose', () => {
  it.each([
    ['Debian', ['libtiff5'], 'input image'],
    ['Ubuntu', ['mariadb-10.3'], 'technology MySQL or MariaDB'],
    ['Red Hat', ['krb5-libs'], 'technology Kerberos or GSSAPI'],
    ['Alpine', ['git'], 'program Git'],
    ['npm', ['tar'], 'input archive'],
  ])('knows %s %j', (family, names, purpose) => {
    const found = findPurpose(family, names);

    expect(`${found?.kind} ${found?.subject}`).toBe(purpose);
  });

  it.each([
    ['npm', ['git']],
    ['Debian', ['zlib1g']],
    ['Debian', ['5']],
    ['', ['git']],
  ])('knows nothing about %s %j', (family, names) => {
    expect(findPurpose(family, names)).toBeUndefined();
  });

  it('lists every name once per family', () => {
    for (const [family, names] of listNames()) {
      expect({ family, repeated: names.filter((name, index) => names.indexOf(name) !== index) }).toEqual({
        family,
        repeated: [],
      });
    }
  });
});
