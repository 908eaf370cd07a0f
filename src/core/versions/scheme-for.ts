/** The list of version schemes. A further one is its file and its line here. */
import { debian } from './debian.ts';
import { maven } from './maven.ts';
import { pep440 } from './pep440.ts';
import { semver } from './semver.ts';
import type { SchemeId, VersionScheme } from './version-scheme.ts';

const SCHEMES: { readonly [Id in SchemeId]: VersionScheme } = { semver, pep440, maven, debian };

export function schemeFor(id: SchemeId): VersionScheme {
  return SCHEMES[id];
}
