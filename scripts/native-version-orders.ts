/**
 * The tools that define what a version order is, each asked in its own way. They are needed only to make test data:
 * dpkg, Node's semver, Python with a `packaging` before 22 (the last to order what is no PEP 440 version), and Java with the
 * `maven-artifact` archive.
 */
import { spawnSync } from 'node:child_process';
import type { VersionTexts } from './choose-version-pairs.ts';

/** Negative, zero, positive; undefined where the tool cannot say. */
export type NativeSign = number | undefined;

export function askDpkg(pairs: readonly VersionTexts[]): NativeSign[] {
  return pairs.map(([left, right]) => {
    if (succeeds('dpkg', ['--compare-versions', left, 'lt', right])) return -1;
    return succeeds('dpkg', ['--compare-versions', left, 'eq', right]) ? 0 : 1;
  });
}

const SEMVER = `
const { compare, valid } = require('semver');
const pairs = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(pairs.map(([a, b]) => (valid(a) && valid(b) ? compare(a, b) : null))));
`;

export function askSemver(pairs: readonly VersionTexts[]): NativeSign[] {
  return readSigns(run(process.execPath, ['--eval', SEMVER], JSON.stringify(pairs)));
}

const PACKAGING = `
import json, sys, warnings
warnings.simplefilter('ignore')
from packaging.version import parse, LegacyVersion
pairs = [(parse(a), parse(b)) for a, b in json.load(sys.stdin)]
print(json.dumps([(a > b) - (a < b) for a, b in pairs]))
`;

export function askPackaging(pairs: readonly VersionTexts[]): NativeSign[] {
  return readSigns(run('python3', ['-c', PACKAGING], JSON.stringify(pairs)));
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
  const output = run('java', ['-cp', archive, COMPARABLE_VERSION, ...chain], '');
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

function readSigns(output: string): NativeSign[] {
  return (JSON.parse(output) as (number | null)[]).map((sign) => sign ?? undefined);
}

function succeeds(command: string, parameters: readonly string[]): boolean {
  const { status, error } = spawnSync(command, parameters);
  if (error !== undefined) throw error;
  return status === 0;
}

function run(command: string, parameters: readonly string[], input: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} failed: ${stderr.slice(0, 2_000)}`);
  return stdout;
}
