/**
 * Language ecosystems as the evaluator knows them, written from the OSV schema and the purl specification: which purl type belongs
 * to which ecosystem, how its packages are named in OSV records, and which version order applies.
 */
import type { SchemeId } from '../../../src/core/versions/version-scheme.ts';
import type { Purl } from './to-spec-package.ts';

export interface SpecEcosystem {
  /** As in `affected[].package.ecosystem`, and the name of the feed's directory. */
  readonly name: string;
  readonly purlType: string;
  /** The order of `ECOSYSTEM` ranges. */
  readonly order: SchemeId;
  /** The order of `SEMVER` ranges where the ecosystem extends SemVer: `v1.2.3+incompatible` of Go, the revision `-4` of Bitnami. */
  readonly semver?: SchemeId;
  /** The name of a purl in the form of OSV records. */
  readonly toName: (purl: Purl) => string;
  /** Spellings that name the same package become equal. */
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
