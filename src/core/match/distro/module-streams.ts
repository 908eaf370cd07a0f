/**
 * Modules of rpm distributions: several streams of a package (nodejs 12, 14, 16) are maintained side by side in a release, and a
 * fix in one stream says nothing about another.
 *
 * If the document or a record does not state the stream, it is derived from versions. If several streams remain possible, each is
 * evaluated as if it were stated, and a vulnerability for which they disagree cannot be assessed.
 */
import type { AffectedEntry } from '../../advisory/advisory.ts';
import type { TestedEntry } from '../match.ts';
import type { Subject } from './subject.ts';

type ResolveStream = (tested: readonly TestedEntry[]) => readonly TestedEntry[];

/** `settle` gets the entries of one stream at a time, so that builds and channels of different streams are never mixed. */
export function resolveStreams(
  subject: Subject,
  tested: readonly TestedEntry[],
  settle: ResolveStream,
): readonly TestedEntry[] {
  const { module } = subject.identity;
  if (module === undefined) return settle(tested);

  const isStated = module !== '';
  const own = buildsOf(subject);
  const streamsOf = isStated ? (entry: AffectedEntry) => entry.modules ?? [] : uniteModules(tested);
  const known: KnownBuild[] = tested.map(({ candidate: { entry } }) => ({
    name: entry.name,
    version: boundOf(entry),
    streams: streamsOf(entry),
  }));
  if (isStated) known.push(...own.map((build) => ({ ...build, streams: [module] })));
  const possible = isStated ? [module] : deriveStreams(known, own);
  const placed = tested.map((each) => {
    const streams = streamsOf(each.candidate.entry);
    if (streams.length === 0) return assignStreams(each, known);
    return { streams, entry: isStated ? each : assumeStream(each) };
  });
  const answers = possible.map((stream) =>
    settle(placed.filter(({ streams }) => streams.includes(stream)).map(({ entry }) => entry)),
  );
  return answers.length === 1 ? answers.flat() : combineAnswers(answers);
}

function buildsOf({ identity, version, source }: Subject): readonly NamedBuild[] {
  const own = { name: identity.name, version };
  return source.name === identity.name ? [own] : [own, source];
}

function boundOf({ windows }: AffectedEntry): string {
  const last = windows.at(-1);
  return last?.fixed ?? last?.lastAffected ?? '';
}

/**
 * Titles name all modules of an update ("virt:rhel and virt-devel:rhel"), but a package belongs to one of them: streams of
 * different modules that are named together count as one.
 */
function uniteModules(tested: readonly TestedEntry[]): (entry: AffectedEntry) => readonly string[] {
  const united = new Map<string, string>();
  const find = (stream: string): string => {
    let found = stream;
    for (let next = united.get(found); next !== undefined; next = united.get(found)) found = next;
    return found;
  };
  for (const { candidate } of tested) {
    const [first, ...others] = candidate.entry.modules ?? [];
    for (const other of others) {
      if (first === undefined || moduleOf(first) === moduleOf(other)) continue;
      const [kept, dropped] = [find(first), find(other)].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
      if (kept !== undefined && dropped !== undefined && kept !== dropped) united.set(dropped, kept);
    }
  }
  return ({ modules = [] }) => [...new Set(modules.map(find))];
}

interface StreamEntry {
  readonly streams: readonly string[];
  readonly entry: TestedEntry;
}

export function assumeStream(entry: TestedEntry): TestedEntry {
  return { ...entry, assumptions: [...entry.assumptions, 'stream-from-version'] };
}

/** Places an entry without a stated stream in the streams that it may be about. */
function assignStreams(entry: TestedEntry, known: readonly KnownBuild[]): StreamEntry {
  const { name } = entry.candidate.entry;
  const version = boundOf(entry.candidate.entry);
  const streams = deriveStreams(known, [{ name, version }]);
  const isDerived = streams.length === 1 && streams[0] !== UNNAMED_STREAM;
  // Builds of one minor version belong to one stream, whatever its name.
  const isCertain = isDerived || hasSameLine(version, entry.testedVersion);
  return { streams, entry: isCertain ? assumeStream(entry) : toUnknown(entry) };
}

const LINE = /^(?:[0-9]{1,10}:)?([0-9]{1,10}\.[0-9]{1,10})(?![0-9])/;

/** `1:12.22.5-1.module+el8` belongs to the line 12.22. */
function hasSameLine(a: string, b: string): boolean {
  const line = LINE.exec(a)?.[1];
  return line !== undefined && line === LINE.exec(b)?.[1];
}

/** Combines the answers for each possible stream into one answer per vulnerability. */
export function combineAnswers(answers: readonly (readonly TestedEntry[])[]): readonly TestedEntry[] {
  const results = answers.flatMap((answer, stream) => answer.map((entry) => ({ entry, stream })));
  const groups = Map.groupBy(results, ({ entry }) => entry.candidate.groupId).values();
  return [...groups].flatMap((ofGroup) => {
    const affected = ofGroup.filter(({ entry }) => entry.outcome === 'affected');
    const agrees = affected.length === 0 || new Set(affected.map(({ stream }) => stream)).size === answers.length;
    // An update of several streams has one result for each of them.
    const distinct = new Map(
      ofGroup.map(({ entry }) => [`${entry.outcome} ${JSON.stringify(entry.candidate)}`, entry]),
    );
    return agrees ? [...distinct.values()] : [...distinct.values()].map(toUnknown);
  });
}

function toUnknown(entry: TestedEntry): TestedEntry {
  if (entry.outcome !== 'affected') return entry;
  const assumptions = entry.assumptions.filter((each) => each !== 'stream-from-version');
  return {
    ...entry,
    outcome: 'cannot_assess',
    reason: 'module-stream-unknown',
    range: undefined,
    window: undefined,
    assumptions,
  };
}

/** Stands for a stream that no record names. */
const UNNAMED_STREAM = '';

interface NamedBuild {
  readonly name: string;
  readonly version: string;
}

interface KnownBuild extends NamedBuild {
  readonly streams: readonly string[];
}

/**
 * Derives the stream of a module build from its version, using the builds that records name for the known streams of the same
 * package. The first rule that applies:
 * 1. If the package version starts with the stream number in all known streams, its own version does, too: nodejs 14.20 belongs
 *    to nodejs:14, ruby 2.5.9 to ruby:2.5. The number may be in the release instead: npm 6.14.11-1.14.16.0.2 belongs to
 *    nodejs:14.
 * 2. Otherwise it belongs to the stream whose builds share the most leading numbers with it: rubygem-io-console 0.4.6 belongs to
 *    ruby:2.5, which has 0.4.6, and not to ruby:2.7, which has 0.5.6. A stream without a number (`container-tools:rhel8`) moves
 *    to new versions over time and always remains possible.
 * Returns at least one stream, sorted. `builds` are the package and, if known, its source package.
 */
function deriveStreams(known: readonly KnownBuild[], builds: readonly NamedBuild[]): readonly string[] {
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

function moduleOf(stream: string): string {
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
