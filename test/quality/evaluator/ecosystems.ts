/**
 * Language ecosystems of the evaluator, based on the OSV schema and the purl specification: purl type, package names in OSV
 * records, and version order.
 */
import type { SchemeId } from '../../../src/core/vocabulary/package.ts';
import type { Purl } from './to-spec-package.ts';

export interface SpecEcosystem {
  /** As in `affected[].package.ecosystem`, and the directory name of the feed. */
  readonly name: string;
  readonly purlType: string;
  /** Order of `ECOSYSTEM` ranges. */
  readonly order: SchemeId;
  /** Order of `SEMVER` ranges where the ecosystem extends SemVer: `v1.2.3+incompatible` of Go, the revision `-4` of Bitnami. */
  readonly semver?: SchemeId;
  /** Converts the name of a purl to the form in OSV records. */
  readonly toName: (purl: Purl) => string;
  /** Makes different spellings of the same package name equal. */
  readonly normalize: (name: string) => string;
}

const exact = (name: string): string => name;
const lower = (name: string): string => name.toLowerCase();
const bare = ({ name }: Purl): string => name;
const joined =
  (separator: string) =>
  ({ namespace, name }: Purl): string =>
    namespace === '' ? name : `${namespace}${separator}${name}`;

export const SPEC_ECOSYSTEMS: readonly SpecEcosystem[] = [
  { name: 'npm', purlType: 'npm', order: 'semver', toName: joined('/'), normalize: exact },
  {
    name: 'PyPI',
    purlType: 'pypi',
    order: 'pep440',
    // PEP 508: `twisted[tls]` is the package `twisted` with an extra.
    toName: ({ name }) => name.split('[', 1)[0] ?? '',
    // PEP 503
    normalize: (name) => name.toLowerCase().replaceAll(/[-_.]+/g, '-'),
  },
  { name: 'Maven', purlType: 'maven', order: 'maven', toName: joined(':'), normalize: exact },
  { name: 'Go', purlType: 'golang', order: 'go', semver: 'go', toName: joined('/'), normalize: lower },
  { name: 'crates.io', purlType: 'cargo', order: 'semver', toName: bare, normalize: lower },
  { name: 'RubyGems', purlType: 'gem', order: 'rubygems', toName: bare, normalize: exact },
  { name: 'NuGet', purlType: 'nuget', order: 'nuget', toName: bare, normalize: lower },
  { name: 'Packagist', purlType: 'composer', order: 'packagist', toName: joined('/'), normalize: lower },
  { name: 'Hex', purlType: 'hex', order: 'semver', toName: joined('/'), normalize: lower },
  { name: 'Pub', purlType: 'pub', order: 'pub', toName: bare, normalize: exact },
  { name: 'CRAN', purlType: 'cran', order: 'cran', toName: bare, normalize: exact },
  { name: 'Hackage', purlType: 'hackage', order: 'hackage', toName: bare, normalize: exact },
  {
    name: 'SwiftURL',
    purlType: 'swift',
    order: 'semver',
    toName: joined('/'),
    normalize: (name) =>
      name
        .toLowerCase()
        .replace(/^https:\/\//, '')
        .replace(/\.git$/, ''),
  },
  { name: 'Bitnami', purlType: 'bitnami', order: 'bitnami', semver: 'bitnami', toName: bare, normalize: lower },
];
