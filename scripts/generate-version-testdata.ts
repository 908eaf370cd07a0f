/**
 * Asks the native tools for the order of versions that occur in the feeds, and writes the answers to
 * `src/core/versions/testdata/<scheme>-generated.txt`. Run by hand; tests only read the files:
 *
 *   PYTHONPATH=<folder of packaging 21.3> node scripts/generate-version-testdata.ts --feeds <osv export> --maven <maven-artifact-3.9.x.jar>
 *
 * `<osv export>` holds `<ecosystem>/all.zip`. Schemes may be named, otherwise it is all of them; a scheme whose tool is missing
 * is left out. With `--check` nothing is written, and it fails when a file would change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SchemeId } from '../src/core/versions/version-scheme.ts';
import { chooseVersionPairs, type VersionTexts } from './choose-version-pairs.ts';
import {
  askApk,
  askComposer,
  askDpkg,
  askMaven,
  askPackaging,
  askPhp,
  askRpm,
  askRubygems,
  askSemver,
  type NativeSign,
} from './native-version-orders.ts';
import { readFeedVersions } from './read-feed-versions.ts';
import { ToolMissing } from './run-native-tool.ts';

interface Source {
  /** PHP's own order is no scheme, but one rests on it. */
  readonly scheme: SchemeId | 'php';
  readonly ecosystems: readonly string[];
  readonly tool: string;
  readonly ask: (pairs: readonly VersionTexts[]) => NativeSign[];
  /** What the feeds write around the versions of which the tool knows. */
  readonly without?: RegExp;
}

const PAIRS_MAX = 1_500;
const TESTDATA = join(import.meta.dirname, '../src/core/versions/testdata');

const { values, positionals } = parseArgs({
  options: { feeds: { type: 'string' }, maven: { type: 'string' }, check: { type: 'boolean' } },
  allowPositionals: true,
});
const { feeds, maven, check = false } = values;
if (feeds === undefined) throw new Error('Say where the advisories are: --feeds <osv export>.');

const SOURCES: readonly Source[] = [
  { scheme: 'semver', ecosystems: ['npm', 'crates.io', 'Go'], tool: 'npm semver 7', ask: askSemver },
  { scheme: 'pep440', ecosystems: ['PyPI'], tool: 'Python packaging 21.3', ask: askPackaging },
  { scheme: 'maven', ecosystems: ['Maven'], tool: 'Apache Maven 3.9', ask: askMavenArchive },
  { scheme: 'debian', ecosystems: ['Debian'], tool: 'dpkg', ask: askDpkg },
  { scheme: 'rpm', ecosystems: ['Red Hat', 'AlmaLinux', 'Rocky Linux', 'SUSE'], tool: 'rpm', ask: askRpm },
  { scheme: 'apk', ecosystems: ['Alpine', 'Wolfi'], tool: 'the version.c of apk-tools 3', ask: askApk },
  { scheme: 'rubygems', ecosystems: ['RubyGems'], tool: 'Gem::Version of RubyGems 3.3', ask: askRubygems },
  { scheme: 'packagist', ecosystems: ['Packagist'], tool: 'composer/semver 3.3 with PHP 8.2', ask: askComposer },
  { scheme: 'php', ecosystems: ['Packagist'], tool: 'version_compare of PHP 8.2', ask: askPhp, without: /^[vV]/ },
];

const unknown = positionals.filter((name) => !SOURCES.some(({ scheme }) => scheme === name));
if (unknown.length > 0) throw new Error(`No tool is known for ${unknown.join(', ')}.`);

for (const source of SOURCES) {
  if (positionals.length > 0 && !positionals.includes(source.scheme)) continue;
  try {
    keep(source, await generate(source, feeds));
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    console.log(`${source.scheme}: left out. ${error.message}`);
  }
}

async function generate({ scheme, ecosystems, tool, ask, without = /^$/ }: Source, folder: string): Promise<string> {
  const lists = await Promise.all(
    ecosystems.map((ecosystem) => readFeedVersions(join(folder, ecosystem, 'all.zip'), ecosystem)),
  );
  const versions = new Set(lists.flatMap((list) => Array.from(list, (version) => version.replace(without, ''))));
  const pairs = chooseVersionPairs(versions, PAIRS_MAX);
  const signs = ask(pairs);
  const lines = [...new Set(pairs.flatMap((pair, at) => toLine(pair, signs[at])))];
  console.log(`${scheme}: ${lines.length} of ${pairs.length} pairs`);
  const head = `# The order that ${tool} gives to versions of the feeds (${ecosystems.join(', ')}).
# Made by scripts/generate-version-testdata.ts; cases of our own go to ${scheme}-versions.txt.`;
  return `${[head, '', ...lines].join('\n')}\n`;
}

function keep({ scheme }: Source, content: string): void {
  const file = join(TESTDATA, `${scheme}-generated.txt`);
  if (!check) {
    writeFileSync(file, content);
    return;
  }
  const kept = readFileSync(file, 'utf8');
  if (kept === content) return;
  const [before, after] = [kept.split('\n'), content.split('\n')];
  const [added, gone] = [countMissing(after, before), countMissing(before, after)];
  console.log(`${scheme}: the file would change, ${added} lines are new and ${gone} are gone.`);
  process.exitCode = 1;
}

function countMissing(lines: readonly string[], from: readonly string[]): number {
  const known = new Set(from);
  return lines.filter((line) => !known.has(line)).length;
}

function askMavenArchive(pairs: readonly VersionTexts[]): NativeSign[] {
  if (maven === undefined) throw new ToolMissing('Say where it is: --maven <maven-artifact jar>.');
  return askMaven(maven, pairs);
}

function toLine([left, right]: VersionTexts, sign: NativeSign): string[] {
  if (sign === undefined) return [];
  if (sign === 0) return [`${left} = ${right}`];
  return [sign < 0 ? `${left} < ${right}` : `${right} < ${left}`];
}
