/**
 * Asks the native tools for the order of versions that occur in the feeds, and writes the answers to
 * `src/core/versions/testdata/<scheme>-generated.txt`. Run by hand; tests only read the files:
 *
 *   PYTHONPATH=<folder of packaging 21.3> node scripts/generate-version-testdata.ts --feeds <osv export> --maven <maven-artifact-3.9.x.jar>
 *
 * `<osv export>` holds `<ecosystem>/all.zip`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SchemeId } from '../src/core/versions/version-scheme.ts';
import { chooseVersionPairs, type VersionTexts } from './choose-version-pairs.ts';
import { askDpkg, askMaven, askPackaging, askSemver, type NativeSign } from './native-version-orders.ts';
import { readFeedVersions } from './read-feed-versions.ts';

interface Source {
  readonly scheme: SchemeId;
  readonly ecosystems: readonly string[];
  readonly tool: string;
  readonly ask: (pairs: readonly VersionTexts[]) => NativeSign[];
}

const PAIRS_MAX = 1_500;
const TESTDATA = join(import.meta.dirname, '../src/core/versions/testdata');

const { values } = parseArgs({ options: { feeds: { type: 'string' }, maven: { type: 'string' } } });
const { feeds, maven } = values;
if (feeds === undefined || maven === undefined)
  throw new Error('Say where things are: --feeds <osv export> --maven <maven-artifact jar>.');

const SOURCES: readonly Source[] = [
  { scheme: 'semver', ecosystems: ['npm', 'crates.io', 'Go'], tool: 'npm semver 7', ask: askSemver },
  { scheme: 'pep440', ecosystems: ['PyPI'], tool: 'Python packaging 21.3', ask: askPackaging },
  { scheme: 'maven', ecosystems: ['Maven'], tool: 'Apache Maven 3.9', ask: (pairs) => askMaven(maven, pairs) },
  { scheme: 'debian', ecosystems: ['Debian'], tool: 'dpkg', ask: askDpkg },
];

for (const { scheme, ecosystems, tool, ask } of SOURCES) {
  const lists = await Promise.all(
    ecosystems.map((ecosystem) => readFeedVersions(join(feeds, ecosystem, 'all.zip'), ecosystem)),
  );
  const pairs = chooseVersionPairs(new Set(lists.flatMap((list) => [...list])), PAIRS_MAX);
  const signs = ask(pairs);
  const lines = [...new Set(pairs.flatMap((pair, at) => toLine(pair, signs[at])))];
  const head = `# The order that ${tool} gives to versions of the feeds (${ecosystems.join(', ')}).
# Made by scripts/generate-version-testdata.ts; cases of our own go to ${scheme}-versions.txt.`;
  writeFileSync(join(TESTDATA, `${scheme}-generated.txt`), `${[head, '', ...lines].join('\n')}\n`);
  console.log(`${scheme}: ${lines.length} of ${pairs.length} pairs`);
}

function toLine([left, right]: VersionTexts, sign: NativeSign): string[] {
  if (sign === undefined) return [];
  if (sign === 0) return [`${left} = ${right}`];
  return [sign < 0 ? `${left} < ${right}` : `${right} < ${left}`];
}
