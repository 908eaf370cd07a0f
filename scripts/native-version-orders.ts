/**
 * The tools that define what a version order is, each asked in its own way. They are needed only to make test data:
 * dpkg, rpm, apk, ruby, php, Node's semver, Composer's (php-composer-semver of Debian), Python with a `packaging` before 22 (the
 * last to order what is no PEP 440 version), and Java with the `maven-artifact` archive.
 */
import type { VersionTexts } from './choose-version-pairs.ts';
import { LIBRARY_MISSING, runTool, toolSucceeds } from './run-native-tool.ts';

/** Negative, zero, positive; undefined where the tool cannot say. */
export type NativeSign = number | undefined;

export function askDpkg(pairs: readonly VersionTexts[]): NativeSign[] {
  return pairs.map(([left, right]) => {
    if (toolSucceeds('dpkg', ['--compare-versions', left, 'lt', right])) return -1;
    return toolSucceeds('dpkg', ['--compare-versions', left, 'eq', right]) ? 0 : 1;
  });
}

/** Its macros hold a Lua that knows the order. */
export function askRpm(pairs: readonly VersionTexts[]): NativeSign[] {
  return chunksOf(pairs, PAIRS_PER_CALL).flatMap((chunk) => {
    const program = chunk.map((pair) => `print(rpm.vercmp(${pair.map((text) => JSON.stringify(text)).join()}) .. ' ')`);
    return runTool('rpm', ['--eval', `%{lua: ${program.join('\n')}}`], '')
      .trim()
      .split(' ')
      .map(Number);
  });
}

// A single parameter may not be longer than 128 KiB.
const PAIRS_PER_CALL = 250;

const APK_SIGNS: Readonly<Record<string, number>> = { '<': -1, '=': 0, '>': 1 };

/** It orders malformed versions as well, many of them as equal; those are left out. */
export function askApk(pairs: readonly VersionTexts[]): NativeSign[] {
  return pairs.map((pair) =>
    toolSucceeds('apk', ['version', '--check', ...pair])
      ? APK_SIGNS[runTool('apk', ['version', '-t', ...pair], '').trim()]
      : undefined,
  );
}

const SEMVER = `
const { compare, valid } = require('semver');
const pairs = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(pairs.map(([a, b]) => (valid(a) && valid(b) ? compare(a, b) : null))));
`;

export function askSemver(pairs: readonly VersionTexts[]): NativeSign[] {
  return readSigns(runTool(process.execPath, ['--eval', SEMVER], JSON.stringify(pairs)));
}

const PACKAGING = `
import json, sys, warnings
warnings.simplefilter('ignore')
try:
  from packaging.version import parse, LegacyVersion
except ImportError:
  sys.exit(${LIBRARY_MISSING})
pairs = [(parse(a), parse(b)) for a, b in json.load(sys.stdin)]
print(json.dumps([(a > b) - (a < b) for a, b in pairs]))
`;

export function askPackaging(pairs: readonly VersionTexts[]): NativeSign[] {
  return readSigns(runTool('python3', ['-c', PACKAGING], JSON.stringify(pairs)));
}

const RUBYGEMS = `
require 'json'
pairs = JSON.parse($stdin.read)
puts JSON.generate(pairs.map { |pair| pair.all? { |text| Gem::Version.correct?(text) } ? Gem::Version.new(pair[0]) <=> Gem::Version.new(pair[1]) : nil })
`;

export function askRubygems(pairs: readonly VersionTexts[]): NativeSign[] {
  return readSigns(runTool('ruby', ['-e', RUBYGEMS], JSON.stringify(pairs)));
}

const PHP = `
$pairs = json_decode(stream_get_contents(STDIN));
echo json_encode(array_map(fn($pair) => version_compare($pair[0], $pair[1]), $pairs));
`;

export function askPhp(pairs: readonly VersionTexts[]): NativeSign[] {
  return readSigns(runTool('php', ['-r', PHP], JSON.stringify(pairs)));
}

const COMPOSER = `
if (!@include 'Composer/Semver/autoload.php') exit(${LIBRARY_MISSING});
function normalize($text) {
  try {
    return (new Composer\\Semver\\VersionParser())->normalize($text);
  } catch (UnexpectedValueException $refusal) {
    return 'dev-';
  }
}
$isBranch = fn($version) => str_contains($version, 'dev-') || str_contains($version, '9999999-dev');
$pairs = array_map(fn($pair) => array_map('normalize', $pair), json_decode(stream_get_contents(STDIN)));
echo json_encode(array_map(fn($pair) => array_filter($pair, $isBranch) ? null : version_compare($pair[0], $pair[1]), $pairs));
`;

/** What Composer refuses and what it takes for a branch is left out. */
export function askComposer(pairs: readonly VersionTexts[]): NativeSign[] {
  return readSigns(runTool('php', ['-r', COMPOSER], JSON.stringify(pairs)));
}

const COMPARABLE_VERSION = 'org.apache.maven.artifact.versioning.ComparableVersion';
const MAVEN_SIGNS: Readonly<Record<string, number>> = { '<': -1, '==': 0, '>': 1 };
const COMPARISON = /^ {3}\S+ (<|==|>) \S+$/gm;

/**
 * Its main program compares each of its arguments with the next one. A pair is asked together with what both begin with, and
 * left out when the three answers go in a circle: 3.6.2.FL.20090518 < 3.6.2-BETA1 < 3.6.2 < 3.6.2.FL.20090518.
 */
export function askMaven(archive: string, pairs: readonly VersionTexts[]): NativeSign[] {
  const chain = pairs.flatMap(([left, right]) => [left, right, commonBeginning(left, right), left]);
  const output = runTool('java', ['-cp', archive, COMPARABLE_VERSION, ...chain], '');
  const signs = [...output.matchAll(COMPARISON)].map(([, sign = '']) => MAVEN_SIGNS[sign] ?? Number.NaN);
  if (signs.length !== chain.length - 1) throw new Error('Maven compared something else than what it was asked.');

  return pairs.map((_, at) => {
    const [leftRight = 0, rightCommon = 0, commonLeft = 0] = signs.slice(at * 4, at * 4 + 3);
    const rightLeft = rightCommon + commonLeft;
    return Math.abs(rightLeft) === 2 && Math.sign(rightLeft) === leftRight ? undefined : leftRight;
  });
}

const LETTER_OR_DIGIT = /[0-9A-Za-z]/;

function commonBeginning(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  while (length > 0 && !LETTER_OR_DIGIT.test(left[length - 1] ?? '')) length -= 1;
  return left.slice(0, length) || '0';
}

function chunksOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  return items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []));
}

function readSigns(output: string): NativeSign[] {
  return (JSON.parse(output) as (number | null)[]).map((sign) => sign ?? undefined);
}
