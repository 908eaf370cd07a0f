/**
 * Asks native tools to order versions from the feeds and mutations of them, and writes the results to
 * `src/core/versions/testdata/<name>-generated.txt`. Run by hand; tests only read the files:
 *
 *   PYTHONPATH=<folder of packaging 21.3> node scripts/generate-version-testdata.ts --feeds <osv export> \
 *     --maven <maven-artifact-3.9.x.jar> --nuget <nuget.exe> --pub <package_config.json that has pub_semver>
 *
 * `<osv export>` contains `<ecosystem>/all.zip`. Files can be named (`debian rpm`), otherwise all are generated; a file whose
 * tool is missing is skipped. With `--check` nothing is written, and it fails if a file would change; without `--feeds` it then
 * asks the tools again about the existing pairs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseVersionPairs, mutateVersions } from './version-testdata/choose-version-pairs.ts';
import { ToolMissing } from './version-testdata/run-native-tool.ts';
import { fromVersionLines, toVersionLines } from './version-testdata/to-version-lines.ts';
import { versionSources, type VersionSource } from './version-testdata/version-sources.ts';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

const REAL_PAIRS_MAX = 2_500;
const LINES_MAX = 5_500;
// Many mutations are not valid versions, for which the tool has no result, so it is asked until there are enough results.
const MUTATED_PAIRS_MAX = 60_000;
const PAIRS_PER_QUESTION = 4_000;
const TESTDATA = join(import.meta.dirname, '../src/core/versions/testdata');

const { values, positionals } = parseArgs({
  options: {
    feeds: { type: 'string' },
    maven: { type: 'string' },
    nuget: { type: 'string' },
    pub: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const { feeds, maven, nuget, pub, check } = values;
if (feeds === undefined && !check) throw new Error('Pass the folder of an OSV export with --feeds.');

const SOURCES = versionSources({ maven, nuget, pub });
const unknown = positionals.filter((name) => !SOURCES.some((source) => source.name === name));
if (unknown.length > 0) throw new Error(`Unknown source: ${unknown.join(', ')}.`);

for (const source of SOURCES) {
  if (positionals.length > 0 && !positionals.includes(source.name)) continue;
  try {
    const lines = feeds === undefined ? askAgain(source) : await generate(source, feeds);
    keep(source, `${[headOf(source), '', ...lines].join('\n')}\n`);
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    console.log(`${source.name}: skipped. ${error.message}`);
  }
}

async function generate(source: VersionSource, folder: string): Promise<string[]> {
  const { name, ecosystems, respell = (version: string) => version } = source;
  const lists = await Promise.all(
    ecosystems.map((ecosystem) => readFeedVersions(join(folder, ecosystem, 'all.zip'), ecosystem)),
  );
  const versions = lists.flatMap((list) => Array.from(list, respell)).filter((version) => version !== undefined);
  const real = chooseVersionPairs(new Set(versions), REAL_PAIRS_MAX);
  const mutated = mutateVersions(real.flat(), source.pieces.split(' '), MUTATED_PAIRS_MAX);
  const lines = new Set(toVersionLines(source, real));
  for (let at = 0; at < mutated.length && lines.size < LINES_MAX; at += PAIRS_PER_QUESTION) {
    for (const line of toVersionLines(source, mutated.slice(at, at + PAIRS_PER_QUESTION))) lines.add(line);
  }
  console.log(`${name}: ${Math.min(lines.size, LINES_MAX)} pairs`);
  return [...lines].slice(0, LINES_MAX);
}

function askAgain(source: VersionSource): string[] {
  const pairs = fromVersionLines(readKept(source));
  const lines = toVersionLines(source, pairs);
  console.log(`${source.name}: ${lines.length} of ${pairs.length} pairs`);
  return lines;
}

function headOf({ name, tool, ecosystems }: VersionSource): string {
  return `# The order that ${tool} gives to versions of the feeds (${ecosystems.join(', ')}) and to changes of them.
# Made by scripts/generate-version-testdata.ts; cases of our own go to ${name}-versions.txt.`;
}

function keep(source: VersionSource, content: string): void {
  if (!check) {
    writeFileSync(fileOf(source), content);
    return;
  }
  const kept = readKept(source);
  if (kept === content) return;
  const [before, after] = [kept.split('\n'), content.split('\n')];
  const [added, gone] = [countMissing(after, before), countMissing(before, after)];
  console.log(`${source.name}: the file would change: ${added} lines added, ${gone} removed.`);
  process.exitCode = 1;
}

function readKept(source: VersionSource): string {
  return readFileSync(fileOf(source), 'utf8');
}

function fileOf({ name }: VersionSource): string {
  return join(TESTDATA, `${name}-generated.txt`);
}

function countMissing(lines: readonly string[], from: readonly string[]): number {
  const known = new Set(from);
  return lines.filter((line) => !known.has(line)).length;
}

/** Reads the versions in one ecosystem of an OSV export: range bounds and listed versions of all packages. */
interface OsvRecord {
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem?: string };
    readonly versions?: readonly string[] | null;
    readonly ranges?: readonly {
      readonly type: string;
      readonly events: readonly Readonly<Record<string, string>>[];
    }[];
  }[];
}

async function readFeedVersions(zipFile: string, ecosystem: string): Promise<Set<string>> {
  const versions = new Set<string>();
  const zip = await openPromise(zipFile, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('.json')) continue;
    const record = JSON.parse(await text(await zip.openReadStreamPromise(entry))) as OsvRecord;
    for (const version of versionsOf(record, ecosystem)) versions.add(version);
  }
  return versions;
}

function* versionsOf({ affected = [] }: OsvRecord, ecosystem: string): Generator<string> {
  for (const entry of affected) {
    if (entry.package?.ecosystem?.split(':', 1)[0] !== ecosystem) continue;
    yield* entry.versions ?? [];
    for (const { type, events } of entry.ranges ?? []) {
      if (type !== 'GIT') for (const event of events) yield* Object.values(event);
    }
  }
}
