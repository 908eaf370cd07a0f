/** The keys under which an entry is indexed: its package key, and the other keys by which a component may be looked up. */
import { artifactKeyName, splitMavenName } from '../../identity/ecosystems/maven.ts';
import { toPackageKey } from '../../identity/package-key.ts';
import type { AffectedEntry } from '../advisory.ts';

/** The first key is that of the package itself; the list is empty if the package has no valid key. */
export function keysOfEntry({ family, release, name }: Pick<AffectedEntry, 'family' | 'release' | 'name'>): string[] {
  const names = family === 'Maven' ? [name, artifactKeyName(splitMavenName(name))] : [name];
  return names.flatMap((each) => {
    const key = each === undefined ? undefined : toPackageKey(family, release, each);
    return key === undefined ? [] : [key];
  });
}
