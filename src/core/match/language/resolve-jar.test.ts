import { describe, expect, it } from 'vitest';
import { identifyPackage } from '../identify-package.ts';
import { findUnassessedReason } from '../match-package.ts';
import { resolveJar } from './resolve-jar.ts';

const SHA1 = '59eb84ee0d616332ff44aba065f3888cf002cd2d';
const JAR = {
  purls: [],
  group: undefined,
  name: 'acme.jar',
  version: undefined,
  source: undefined,
  details: { hashes: [{ algorithm: 'SHA-1', value: SHA1 }] },
};
const KNOWN = { name: 'org.acme:acme-core', version: '1.2.3', isLearned: false };

function identify(changes: object = {}) {
  const found = identifyPackage({ ...JAR, ...changes }, {});
  if (found.package === undefined) throw new Error(found.reason);
  return { ...found, package: found.package };
}

describe('a jar without coordinates', () => {
  it('has no identity until a table knows its hash', () => {
    const { package: jar, keys } = identify();

    expect(keys).toContain(`Maven\u001F\u001Fsha1:${SHA1}`);
    expect(findUnassessedReason(jar, [], [])).toBe('no-identity');
    expect(resolveJar(jar, [])).toBe(jar);
    expect(resolveJar(jar, [KNOWN, KNOWN])).toEqual({
      identity: { family: 'Maven', release: '', name: 'org.acme:acme-core', source: undefined },
      version: '1.2.3',
      assumptions: ['coordinates-from-hash'],
    });
  });

  it('stays without an identity if the table lists different coordinates for its hashes', () => {
    const { package: jar } = identify();

    expect(resolveJar(jar, [KNOWN, { ...KNOWN, version: '1.2.4' }])).toBe(jar);
    expect(resolveJar(jar, [KNOWN, { ...KNOWN, name: 'org.other:acme-core' }])).toBe(jar);
  });

  it('keeps a purl with a made-up group until then', () => {
    const { package: jar } = identify({ purls: ['pkg:maven/acme/acme@1.2'] });

    expect(jar).toMatchObject({ identity: { name: 'acme:acme', jarHashes: [`sha1:${SHA1}`] }, version: '1.2' });
    expect(findUnassessedReason(jar, [], [])).toBe('incomplete-name');
    expect(resolveJar(jar, [KNOWN]).identity.name).toBe('org.acme:acme-core');
  });

  it('is never looked up if its document states the group', () => {
    expect(identify({ purls: ['pkg:maven/org.acme/acme@1.2'] }).package.identity).not.toHaveProperty('jarHashes');
  });

  it('is never looked up if it is no jar', () => {
    expect(identifyPackage({ ...JAR, name: 'libz.so' }, {})).toEqual({ keys: [], reason: 'no-identity' });
  });
});
