/** The version schemes by id. */
import { apk } from './apk.ts';
import { bitnami } from './bitnami.ts';
import { conan } from './conan.ts';
import { cpe, jdk } from './cpe.ts';
import { cran } from './cran.ts';
import { debian } from './debian.ts';
import { go } from './go.ts';
import { hackage } from './hackage.ts';
import { maven } from './maven.ts';
import { nuget } from './nuget.ts';
import { packagist } from './packagist.ts';
import { pep440 } from './pep440.ts';
import { pub } from './pub.ts';
import { rpm } from './rpm.ts';
import { rubygems } from './rubygems.ts';
import { semver } from './semver.ts';
import type { VersionScheme } from '../version-scheme.ts';
import type { SchemeId } from '../../vocabulary/package.ts';

const SCHEMES: { readonly [Id in SchemeId]: VersionScheme } = {
  semver,
  go,
  bitnami,
  pub,
  nuget,
  pep440,
  maven,
  rubygems,
  packagist,
  conan,
  cran,
  hackage,
  debian,
  rpm,
  apk,
  cpe,
  jdk,
};

export function schemeFor(id: SchemeId): VersionScheme {
  return SCHEMES[id];
}
