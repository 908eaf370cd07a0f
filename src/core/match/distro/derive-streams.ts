/**
 * Derives the stream of a module build from its version, using the builds that records name for the known streams of the same
 * package. The first rule that applies:
 * 1. If the package version starts with the stream number in all known streams, its own version does, too: nodejs 14.20 belongs
 *    to nodejs:14, ruby 2.5.9 to ruby:2.5. The number may be in the release instead: npm 6.14.11-1.14.16.0.2 belongs to
 *    nodejs:14.
 * 2. Otherwise it belongs to the stream whose builds share the most leading numbers with it: rubygem-io-console 0.4.6 belongs to
 *    ruby:2.5, which has 0.4.6, and not to ruby:2.7, which has 0.5.6. A stream without a number (`container-tools:rhel8`) moves
 *    to new versions over time and always remains possible.
 */

/** Stands for a stream that no record names. */
export const UNNAMED_STREAM = '';

export interface NamedBuild {
  readonly name: string;
  readonly version: string;
}

export interface KnownBuild extends NamedBuild {
  readonly streams: readonly string[];
}

/** Returns at least one stream, sorted. `builds` are the package and, if known, its source package. */
export function deriveStreams(known: readonly KnownBuild[], builds: readonly NamedBuild[]): readonly string[] {
  const streams = [...new Set(known.flatMap((each) => each.streams))].toSorted();
  if (streams.length === 0) return [UNNAMED_STREAM];
  return findByNumber(known, streams, builds) ?? findBySimilarity(known, streams, builds);
}

type NumberTest = (version: string, number: string) => boolean;

/** Returns undefined if the stream number says nothing about the version of the package. */
function findByNumber(
  known: readonly KnownBuild[],
  streams: readonly string[],
  builds: readonly NamedBuild[],
): readonly string[] | undefined {
  for (const { name, version } of builds) {
    for (const hasNumber of [beginsWith, hasInRelease]) {
      if (!isNumbered(known, streams, name, hasNumber)) continue;
      const possible = streams.filter((stream) => hasNumber(version, numberOf(stream) ?? ''));
      return possible.length === 0 ? [UNNAMED_STREAM] : possible;
    }
  }
  return undefined;
}

/** A single stream may match by chance, unless the module is named after the package or its number has several parts. */
function isNumbered(
  known: readonly KnownBuild[],
  streams: readonly string[],
  name: string,
  hasNumber: NumberTest,
): boolean {
  if (streams.some((stream) => numberOf(stream) === undefined)) return false;
  const pairs = known
    .filter((build) => build.name === name)
    .flatMap(({ version, streams: ofBuild }) => ofBuild.map((stream) => ({ stream, version })));
  if (!pairs.every(({ stream, version }) => hasNumber(version, numberOf(stream) ?? ''))) return false;
  if (streams.every((stream) => moduleOf(stream) === name)) return true;
  const numbers = new Set(pairs.map(({ stream }) => numberOf(stream)));
  return numbers.size > 1 || [...numbers].some((number) => number?.includes('.'));
}

function findBySimilarity(
  known: readonly KnownBuild[],
  streams: readonly string[],
  builds: readonly NamedBuild[],
): readonly string[] {
  const isFixed = (stream: string): boolean => numberOf(stream) !== undefined;
  const scores = new Map(streams.filter(isFixed).map((stream) => [stream, similarityOf(stream, known, builds)]));
  const best = Math.max(0, ...scores.values());
  if (scores.size > 0 && best === 0) return [UNNAMED_STREAM, ...streams];
  return streams.filter((stream) => !isFixed(stream) || scores.get(stream) === best);
}

function similarityOf(stream: string, known: readonly KnownBuild[], builds: readonly NamedBuild[]): number {
  let best = 0;
  for (const { name, version, streams } of known) {
    if (!streams.includes(stream)) continue;
    for (const build of builds) if (build.name === name) best = Math.max(best, countShared(build.version, version));
  }
  return best;
}

function countShared(a: string, b: string): number {
  const [ofA, ofB] = [numbersOf(a), numbersOf(b)];
  const differs = ofA.findIndex((part, index) => part !== ofB[index]);
  return differs === -1 ? ofA.length : differs;
}

const NUMBER = /:([0-9]{1,8}(?:\.[0-9]{1,8}){0,3})$/;

/** Returns 2.5 for `ruby:2.5`, and undefined for `container-tools:rhel8`. */
function numberOf(stream: string): string | undefined {
  return NUMBER.exec(stream)?.[1];
}

export function moduleOf(stream: string): string {
  return stream.slice(0, stream.indexOf(':'));
}

function beginsWith(version: string, number: string): boolean {
  const numbers = numbersOf(version);
  return number.split('.').every((part, index) => part === numbers[index]);
}

function hasInRelease(version: string, number: string): boolean {
  const release = version.slice(version.lastIndexOf('-') + 1);
  return release.slice(release.indexOf('.')).startsWith(`.${number}.`);
}

const EPOCH_OR_RELEASE = /^[0-9]{1,10}:|-[^-]*$/g;

function numbersOf(version: string): readonly string[] {
  return version.replace(EPOCH_OR_RELEASE, '').split('.');
}
