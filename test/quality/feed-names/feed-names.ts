/** Which package names the feed of each ecosystem uses, and therefore which components it can cover. */
import type { LoadedReleases } from '../../../src/core/history/coverage.ts';
import { parseOsvEcosystem } from '../../../src/core/identity/ecosystems/ecosystem.ts';
import { toKeyPrefix } from '../../../src/core/identity/package-key.ts';
import type { PackageIdentity } from '../../../src/core/identity/package-identity.ts';
import type { CandidateEntry } from '../../../src/core/match/match.ts';

interface NamingRecord {
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem?: string; readonly name?: string };
    readonly ecosystem_specific?: { readonly binaries?: readonly Readonly<Record<string, string>>[] };
  }[];
}

/**
 * Names in the feeds of distributions. `source`: records name source packages only, never a binary package. `source and listed
 * binaries`: they also list the binary packages of a fix. `binary`: they name every binary package.
 */
export const DISTRIBUTION_FEEDS: Readonly<Record<string, 'source' | 'source and listed binaries' | 'binary'>> = {
  Debian: 'source',
  Alpine: 'source',
  'Rocky Linux': 'source',
  'Azure Linux': 'source',
  openEuler: 'source',
  Mageia: 'source',
  Ubuntu: 'source and listed binaries',
  SUSE: 'source and listed binaries',
  openSUSE: 'source and listed binaries',
  'Red Hat': 'binary',
  AlmaLinux: 'binary',
  // Every record lists the origin and all of its subpackages.
  Wolfi: 'binary',
  Chainguard: 'binary',
};

/** Form of the names in the feed of a language ecosystem. A component with a name of another form is in no record. */
export const LANGUAGE_FEEDS: Readonly<Record<string, (name: string) => boolean>> = {
  npm: fits(/^(?:@[^/@\s]+\/)?[^/@\s]+$/),
  PyPI: fits(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/),
  Maven: fits(/^[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+$/),
  // A module path starts with a host name, except for the parts of Go itself.
  Go: (name) => ['stdlib', 'toolchain'].includes(name) || fits(/^[^/\s]+\.[^/\s]+(?:\/|$)/)(name),
  'crates.io': fits(/^[A-Za-z0-9_-]+$/),
  RubyGems: fits(/^[A-Za-z0-9._-]+$/),
  // Malware uses names with letters of other scripts.
  NuGet: fits(/^[^/\s]+$/),
  Packagist: fits(/^[^/\s]+\/[^/\s]+$/),
  Hex: fits(/^[A-Za-z0-9._-]+$/),
  Pub: fits(/^[a-z0-9_]+$/),
  CRAN: fits(/^[A-Za-z0-9.]+$/),
  Hackage: fits(/^[A-Za-z0-9-]+$/),
  SwiftURL: fits(/^[^/\s]+\.[^/\s]+\/[^/\s]+\/\S+$/),
  Bitnami: fits(/^[a-z0-9._-]+$/),
};

function fits(form: RegExp): (name: string) => boolean {
  return (name) => form.test(name);
}

/** Names used by records, by release. */
export class FeedNames {
  readonly #names = new Map<string, Set<string>>();

  add(record: NamingRecord): void {
    for (const { package: about, ecosystem_specific: specific } of record.affected ?? []) {
      const place = parseOsvEcosystem(about?.ecosystem ?? '');
      if (place === undefined) continue;
      const names = this.#names.get(toKeyPrefix(place)) ?? new Set();
      this.#names.set(toKeyPrefix(place), names.add(place.rules.normalizeName(about?.name ?? '')));
      for (const binary of specific?.binaries ?? []) {
        // Ubuntu: `{ binary_name, binary_version }`; SUSE: `{ name: version }`.
        for (const name of binary['binary_name'] === undefined ? Object.keys(binary) : [binary['binary_name']])
          names.add(name);
      }
    }
  }

  /** By `toKeyPrefix`. */
  get releases(): LoadedReleases {
    return new Map([...this.#names.keys()].map((prefix) => [prefix, 'all-issues']));
  }

  /** The candidates that the product would look up for a package, as far as its name decides whether it counts as checked. */
  candidatesFor(identity: PackageIdentity): readonly CandidateEntry[] {
    const names = this.#names.get(toKeyPrefix(identity));
    const artifact = identity.family === 'Maven' ? identity.name.slice(identity.name.indexOf(':')) : undefined;
    const found = artifact === undefined ? [] : [...(names ?? [])].filter((name) => name.endsWith(artifact));
    if (names?.has(identity.name) === true || identity.alsoNamed?.some((name) => names?.has(name)) === true)
      found.push(identity.name);
    return found.map((name) => ({ entry: { name } }) as CandidateEntry);
  }

  has(of: Pick<PackageIdentity, 'family' | 'release'>, name: string): boolean {
    return this.#names.get(toKeyPrefix(of))?.has(name) === true;
  }

  /** Whether a record of its feed could name the package. */
  canName(identity: PackageIdentity): boolean {
    const { family, name, source, sourceUnknown } = identity;
    const feed = DISTRIBUTION_FEEDS[family];
    // A document that states sources omits a source with the same name as its package.
    if (feed !== undefined)
      return feed === 'binary' || source !== undefined || sourceUnknown !== true || this.has(identity, name);
    // Packages of the Go standard library are in the records of `stdlib`.
    const names = [name, ...(identity.alsoNamed ?? [])];
    return names.some((each) => LANGUAGE_FEEDS[family]?.(each) !== false || this.has(identity, each));
  }
}
