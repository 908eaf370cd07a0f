/** The keys under which an entry is filed: that of its package, and what else a component may be looked up by. */
import { artifactKeyName, splitMavenName } from '../identity/ecosystems/maven.ts';
import { toPackageKey } from '../identity/package-key.ts';
import type { AffectedEntry } from './advisory.ts';

/** The first is that of the package itself; empty where it cannot be a key. */
export function keysOfEntry({ family, release, name }: Pick<AffectedEntry, 'family' | 'release' | 'name'>): string[] {
  const names = family === 'Maven' ? [name, artifactKeyName(splitMavenName(name))] : [name];
  return names.flatMap((each) => {
    const key = each === undefined ? undefined : toPackageKey(family, release, each);
    return key === undefined ? [] : [key];
  });
}
