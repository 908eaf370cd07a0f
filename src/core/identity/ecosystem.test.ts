import { describe, expect, it } from 'vitest';
import { ECOSYSTEMS, findEcosystem, findOsvEcosystem } from './ecosystem.ts';
import { parsePurl } from './purl.ts';

describe('the list of ecosystems', () => {
  it('has every family and every purl once', () => {
    const purls = ECOSYSTEMS.map(({ purlType, purlNamespace }) => `${purlType}/${purlNamespace ?? ''}`);

    expect(new Set(ECOSYSTEMS.map(({ family }) => family)).size).toBe(ECOSYSTEMS.length);
    expect(new Set(purls).size).toBe(ECOSYSTEMS.length);
  });

  it.each(ECOSYSTEMS)('of $family finds itself by its name and by its purl', (rules) => {
    expect(findOsvEcosystem(rules.family)?.rules).toBe(rules);
    expect(findEcosystem({ type: rules.purlType, namespace: rules.purlNamespace })).toBe(rules);
  });
});

describe('findEcosystem', () => {
  it.each([
    ['pkg:npm/a', 'npm'],
    ['pkg:pypi/a', 'PyPI'],
    ['pkg:python/a', 'PyPI'],
    ['pkg:maven/g/a', 'Maven'],
    ['pkg:gradle/g/a', 'Maven'],
    ['pkg:deb/debian/a', 'Debian'],
    ['pkg:deb/Debian/a', 'Debian'],
    ['pkg:deb/ubuntu/a', undefined],
    ['pkg:deb/a', undefined],
    ['pkg:rpm/redhat/a', undefined],
    ['pkg:generic/a', undefined],
    ['pkg:__proto__/a', undefined],
  ])('says that %s belongs to %s', (text, family) => {
    const { purl } = parsePurl(text);

    expect(purl && findEcosystem(purl)?.family).toBe(family);
  });
});

describe('findOsvEcosystem', () => {
  it.each([
    ['npm', 'npm', ''],
    ['PyPI', 'PyPI', ''],
    ['Maven', 'Maven', ''],
    ['Maven:https://repo.example.org/', 'Maven', ''],
    ['Debian:12', 'Debian', '12'],
    ['Debian', 'Debian', ''],
  ])('reads %s as %s and release %j', (text, family, release) => {
    expect(findOsvEcosystem(text)).toMatchObject({ family, release });
  });

  it.each(['', 'NPM', 'Ubuntu:22.04', 'constructor'])('does not know %j', (text) => {
    expect(findOsvEcosystem(text)).toBeUndefined();
  });
});

describe('normalizeName', () => {
  it.each([
    ['npm', 'JSONStream', 'JSONStream'],
    ['npm', '@types/node', '@types/node'],
    ['PyPI', 'Zope.Interface', 'zope-interface'],
    ['PyPI', 'a__b--c..d', 'a-b-c-d'],
    ['PyPI', '\u212Aelvin', '\u212Aelvin'],
    ['Maven', 'org.Apache:Log4J', 'org.Apache:Log4J'],
    ['Debian', 'libstdc++6', 'libstdc++6'],
  ])('of %s makes %s into %s', (family, name, normalized) => {
    expect(findOsvEcosystem(family)?.rules.normalizeName(name)).toBe(normalized);
  });
});
