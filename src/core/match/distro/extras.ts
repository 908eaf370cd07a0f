/**
 * Finds the repository of packages whose document does not state it. Amazon Linux 2 has extras: topics with other versions of
 * packages that the release has too (php, kernel), or does not have (docker). Their fixes say nothing about the packages of the
 * release, and the reverse. https://docs.aws.amazon.com/linux/al2/ug/al2-extras.html
 */
import type { CandidateEntry, PackageVersion } from '../match.ts';
import { SEPARATE } from './channels.ts';

type Repository = string | undefined;

/**
 * Returns the repositories whose builds share the most leading numbers with the package: php 8.0.30 is of the topic `php8.0`, which
 * has 8.0.20, and not of the release, which has 5.4.16. Undefined if the repository is known, or no package of an extra has the
 * name; empty if the package is from an extra of which nothing is loaded.
 */
export function findRepositories(
  packageVersion: PackageVersion,
  candidates: readonly CandidateEntry[],
): readonly Repository[] | undefined {
  const { identity, version } = packageVersion;
  if (identity.family !== 'Amazon Linux' || identity.channel !== undefined) return undefined;
  const isOfExtra = isOutsideOfRelease(packageVersion);
  const possible = candidates.filter(
    ({ entry }) => entry.release === identity.release && (entry.channel !== undefined || !isOfExtra),
  );
  if (!isOfExtra && possible.every(({ entry }) => entry.channel === undefined)) return undefined;
  const shared = [...Map.groupBy(possible, ({ entry }) => entry.channel)].map(([repository, entries]) => {
    const bounds = entries.flatMap(({ entry }) => entry.windows.map(({ fixed }) => fixed ?? ''));
    return { repository, count: bounds.reduce((most, bound) => Math.max(most, countShared(version, bound)), 0) };
  });
  const highest = shared.reduce((most, { count }) => Math.max(most, count), 0);
  return shared.filter(({ count }) => count === highest).map(({ repository }) => repository);
}

const NUMBERS = /^(?:[0-9]{1,10}:)?([0-9]{1,10})(?:\.([0-9]{1,10}))?/;

/** Further numbers are those of updates, which differ within a topic. */
function countShared(a: string, b: string): number {
  const [, ...ofA] = NUMBERS.exec(a) ?? [];
  const [, ...ofB] = NUMBERS.exec(b) ?? [];
  if (ofA[0] === undefined || ofA[0] !== ofB[0]) return 0;
  return ofA[1] !== undefined && ofA[1] === ofB[1] ? 2 : 1;
}

/** Packages that Amazon Linux 2 itself has only in these versions, or not at all. */
const VERSIONS_IN_RELEASE: ReadonlyMap<string, readonly string[]> = new Map([
  ['containerd', []],
  ['docker', []],
  ['kernel', ['4.9', '4.14']],
  ['mariadb', ['5.5']],
  ['nginx', []],
  ['php', ['5.4']],
  ['postgresql', ['9.2']],
  ['ruby', ['2.0']],
  ['runc', []],
  ['tomcat', ['7.0']],
]);

function isOutsideOfRelease({ identity: { release, source, name }, version }: PackageVersion): boolean {
  const inRelease = release === '2' ? VERSIONS_IN_RELEASE.get(source?.name ?? name) : undefined;
  return inRelease !== undefined && !inRelease.some((line) => countShared(version, line) === 2);
}

/** Whether the package is from a repository of which no advisory about it is loaded, so that the absence of a match means nothing. */
export function isFromMissingRepository(
  packageVersion: PackageVersion,
  candidates: readonly CandidateEntry[],
): boolean {
  const { family, channel } = packageVersion.identity;
  if (!SEPARATE.has(family)) return false;
  if (channel !== undefined) return !candidates.some(({ entry }) => entry.channel === channel);
  return findRepositories(packageVersion, candidates)?.length === 0;
}
