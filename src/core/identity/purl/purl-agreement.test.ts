import { describe, expect, it } from 'vitest';
import { isContradicted, type NamedComponent } from './purl-agreement.ts';
import { parsePurl } from './purl.ts';

function contradicts(text: string, named: Partial<NamedComponent>): boolean | undefined {
  const { purl } = parsePurl(text);
  return purl && isContradicted(purl, { group: undefined, name: '', version: undefined, ...named });
}

describe('isContradicted for matching components', () => {
  it.each<[string, Partial<NamedComponent>]>([
    ['pkg:npm/%40types/node@18.0.0', { name: '@types/node', version: '18.0.0' }],
    ['pkg:npm/%40types/node@18.0.0', { group: '@types', name: 'node', version: '18.0.0' }],
    ['pkg:npm/%40types/node@18.0.0', { group: 'types', name: 'node' }],
    ['pkg:npm/%40types/node@18.0.0', { name: 'node', version: 'v18.0.0' }],
    ['pkg:pypi/zope.interface@5.0', { name: 'Zope_Interface', version: '5.0' }],
    ['pkg:maven/org.slf4j/slf4j-api@1.7', { name: 'org.slf4j:slf4j-api', version: '1.7' }],
    ['pkg:maven/org.slf4j/slf4j-api@1.7', { group: 'org.slf4j', name: 'slf4j-api' }],
    ['pkg:maven/a/b@1?classifier=sources', { name: 'b-sources', version: '1' }],
    ['pkg:golang/github.com/godbus/dbus@v5.1.0#v5', { name: 'github.com/godbus/dbus/v5', version: 'v5.1.0' }],
    ['pkg:golang/stdlib@1.22.1', { name: 'stdlib', version: 'go1.22.1' }],
    ['pkg:golang/x/y@v1.0.0%2Bincompatible', { name: 'x/y', version: 'v1.0.0+incompatible' }],
    ['pkg:composer/pear/log@1.0', { group: 'pear', name: 'log', version: 'v1.0' }],
    ['pkg:deb/debian/bash@5.1-2?epoch=1', { name: 'bash', version: '1:5.1-2' }],
    ['pkg:rpm/sles/pam@1.3.0-150000.6.61.1', { name: 'pam', version: '1.3.0' }],
    ['pkg:rpm/redhat/setup@2.12.2-7.el8', { name: 'setup', version: 'setup-2.12.2-7.el8.noarch' }],
    ['pkg:rpm/redhat/ceph@14.2.4-69.el8cp?epoch=2', { name: 'ceph', version: '2-14.2.4-69.el8cp' }],
    ['pkg:github/spdx/tools-java@2235d5d7', { name: 'tools-java', version: '1.5.1' }],
    ['pkg:oci/node@sha256:c17f', { name: 'cimg/node@sha256:c17f' }],
    ['pkg:generic/openssl@3.0.7', { name: 'the sources', version: '3' }],
    ['pkg:npm/a@1', {}],
    ['pkg:npm/a', { name: 'a', version: '1' }],
  ])('returns false for %s and %j', (text, named) => {
    expect(contradicts(text, named)).toBe(false);
  });
});

describe('isContradicted for other components', () => {
  it.each<[string, Partial<NamedComponent>]>([
    ['pkg:npm/acme/component@1.0.0', { group: 'com.acme', name: 'tomcat-catalina', version: '9.0.14' }],
    ['pkg:npm/a@1.0.0', { name: 'a', version: '2.0.0' }],
    ['pkg:npm/a@1.0.0', { name: 'a', version: '1.0' }],
    ['pkg:npm/react-dom@1.0.0', { name: 'preact-dom' }],
    ['pkg:maven/org.jboss.eap/wildfly-client-all@7.4', { name: 'jboss-client', version: '7.4' }],
    ['pkg:deb/debian/netbase@6.3', { name: 'netbase', version: '.3' }],
    ['pkg:deb/debian/libselinux1-dev@3.1-3', { name: 'hello-server-src', version: '0.1.0' }],
    ['pkg:rpm/redhat/a@1.0-1', { name: 'a', version: '11.0-1' }],
  ])('returns true for %s and %j', (text, named) => {
    expect(contradicts(text, named)).toBe(true);
  });
});
