/**
 * Packages of distributions. Advisories name source packages of one release; a binary package may have another name and even
 * another version than its source (`bsdutils 1:2.36.1-8` is built from `util-linux 2.36.1-8`), so each name is tested with the
 * version that belongs to it. A release is never guessed here: an entry of another one says nothing.
 */
import type { PackageIdentity } from '../identity/package-identity.ts';
import type { CandidateEntry, PackageVersion } from './match.ts';
import type { Matcher, TestedEntry } from './matcher.ts';
import { createEntryTest } from './test-entry.ts';

export const distroMatcher: Matcher = { id: 'distro', families: ['Debian'], match };

function match(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const { identity } = packageVersion;
  const source = sourceOf(packageVersion);
  const test = createEntryTest();
  return candidates.flatMap((candidate): TestedEntry[] => {
    const { entry } = candidate;
    if (entry.family !== identity.family || entry.release !== identity.release) return [];
    const isSource = entry.name === source.name;
    if (!isSource && entry.name !== identity.name) return [];
    const testedVersion = isSource ? source.version : packageVersion.version;
    const outcome = test(candidate, testedVersion);
    const assumptions: TestedEntry['assumptions'] =
      isSource && isHeaders(identity) ? [...outcome.assumptions, 'kernel-headers'] : outcome.assumptions;
    const via = isSource && source.name !== identity.name ? 'source' : 'direct';
    return [{ ...outcome, assumptions, candidate, via, testedVersion }];
  });
}

// A package without a stated source is built from the source of its own name.
function sourceOf({ identity, version }: PackageVersion): { readonly name: string; readonly version: string } {
  const { name, version: own } = identity.source ?? { name: identity.name, version: undefined };
  return { name, version: own ?? version.replace(REBUILD, '') };
}

// A rebuild of the same source for one architecture: 1.0-1+b1 has the source version 1.0-1.
const REBUILD = /\+b[0-9]+$/;

const HEADERS = /^linux-(?:libc-dev|headers-)/;

function isHeaders({ name, source }: PackageIdentity): boolean {
  return source?.name === 'linux' && HEADERS.test(name);
}
