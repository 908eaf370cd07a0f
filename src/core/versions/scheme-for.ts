/** The list of version schemes. A further one is its file and its line here. */
import { apk } from './apk.ts';
import { debian } from './debian.ts';
import { maven } from './maven.ts';
import { pep440 } from './pep440.ts';
import { rpm } from './rpm.ts';
import { semver } from './semver.ts';
import type { SchemeId, VersionScheme } from './version-scheme.ts';

const SCHEMES: { readonly [Id in SchemeId]: VersionScheme } = { semver, pep440, maven, debian, rpm, apk };

export function schemeFor(id: SchemeId): VersionScheme {
  return SCHEMES[id];
}
