/** Hostile versions: long numbers, many dots, empty text. Every version order has to stay a total order. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { entry, fixedIn, record } from '../build-record.ts';
import type { LabeledCase } from '../labeled-case.ts';

const THIRTY = '123456789012345678901234567890';

/** Ecosystem of the record, its package name, purl with `{}` for the version, and the text around a number of many digits. */
const PLACES: readonly (readonly [LabeledCase['ecosystem'], string, string, string, string])[] = [
  ['PyPI', 'PyPI', 'acme', 'pkg:pypi/acme@{}', '1.0.N'],
  ['Maven', 'Maven', 'a:acme', 'pkg:maven/a/acme@{}', '1.0.N'],
  ['Go', 'Go', 'example.com/acme', 'pkg:golang/example.com/acme@{}', 'v1.0.N'],
  ['crates.io', 'crates.io', 'acme', 'pkg:cargo/acme@{}', '1.0.N'],
  ['RubyGems', 'RubyGems', 'acme', 'pkg:gem/acme@{}', '1.0.N'],
  ['NuGet', 'NuGet', 'acme', 'pkg:nuget/acme@{}', '1.0.N'],
  ['Packagist', 'Packagist', 'a/acme', 'pkg:composer/a/acme@{}', '1.0.N'],
  ['Debian', 'Debian:12', 'acme', 'pkg:deb/debian/acme@{}?distro=debian-12', '1.0.N-1'],
  ['Ubuntu', 'Ubuntu:22.04:LTS', 'acme', 'pkg:deb/ubuntu/acme@{}?distro=ubuntu-22.04', '1.0.N-1'],
  ['Alpine', 'Alpine:v3.19', 'acme', 'pkg:apk/alpine/acme@{}?distro=3.19', '1.0.N-r1'],
  ['Wolfi', 'Wolfi', 'acme', 'pkg:apk/wolfi/acme@{}', '1.0.N-r1'],
  [
    'Red Hat',
    'Red Hat:enterprise_linux:9::baseos',
    'acme',
    'pkg:rpm/redhat/acme@{}?distro=rhel-9.3&epoch=0',
    '1.0.N-1.el9',
  ],
];

export const hostileVersionCases = PLACES.flatMap(([family, ecosystem, name, purl, shape]) => {
  const fixed = shape.replace('N', `${THIRTY}1`);
  const long = record('CVE-2099-0500', entry(ecosystem, name, fixedIn(fixed)));
  return casesOf(
    family,
    checkVersions(purl, long, [
      [shape.replace('N', `${THIRTY}0`), 'a number of many digits is not rounded', affected()],
      [fixed, 'the fix with a number of many digits is not affected', notAffected()],
      [shape.replace('N', '9'.repeat(30)), 'fewer digits are a smaller number', affected()],
    ]),
    check(
      `a version of 300 characters is none, not even for ${name}`,
      purl.replace('{}', shape.replace('N', '1'.repeat(300))),
      long,
      cannotAssess('unparsable-version'),
    ),
    check(
      `nothing but dots is no version of ${name}`,
      component(purl.replace('@{}', ''), { version: '.'.repeat(200) }),
      long,
      cannotAssess('unparsable-version'),
    ),
  );
});
