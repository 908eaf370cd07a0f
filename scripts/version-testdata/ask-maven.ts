/** Asks Apache Maven, which needs Java and the `maven-artifact` archive, and whose order may contain cycles. */
import type { VersionTexts } from './choose-version-pairs.ts';
import { type NativeSign, runTool } from './run-native-tool.ts';

// All arguments together cannot be longer than 2 MiB.
const PAIRS_PER_CALL = 500;

export function askMaven(archive: string, pairs: readonly VersionTexts[]): NativeSign[] {
  const signs: NativeSign[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_PER_CALL) {
    signs.push(...askOnce(archive, pairs.slice(at, at + PAIRS_PER_CALL)));
  }
  return signs;
}

/**
 * A pair is asked together with all prefixes of both, and skipped if three results form a cycle: 3.6.2.FL.20090518 < 3.6.2-BETA1
 * < 3.6.2 < 3.6.2.FL.20090518.
 */
function askOnce(archive: string, pairs: readonly VersionTexts[]): NativeSign[] {
  const circles = pairs.map(([left, right]) => {
    const thirds = ['0', ...beginningsOf(left), ...beginningsOf(right)];
    return [...thirds.flatMap((third) => [left, right, third]), left];
  });
  const signs = compareNeighbors(archive, circles.flat());

  let start = 0;
  return circles.map((circle) => {
    const answers = Array.from({ length: (circle.length - 1) / 3 }, (_, at) =>
      signs.slice(start + at * 3, start + at * 3 + 3),
    );
    start += circle.length;
    return answers.some(isCircle) ? undefined : answers[0]?.[0];
  });
}

function isCircle([leftRight = 0, rightThird = 0, thirdLeft = 0]: readonly number[]): boolean {
  const around = [leftRight, rightThird, thirdLeft];
  return (
    leftRight !== 0 &&
    around.every((sign) => sign !== -leftRight) &&
    around.filter((sign) => sign === leftRight).length > 1
  );
}

const COMPARABLE_VERSION = 'org.apache.maven.artifact.versioning.ComparableVersion';
const SIGNS: Readonly<Record<string, number>> = { '<': -1, '==': 0, '>': 1 };
const COMPARISON = /^ {3}\S+ (<|==|>) \S+$/gm;

/** Its main program compares each argument with the next one. */
function compareNeighbors(archive: string, chain: readonly string[]): number[] {
  const output = runTool('java', ['-cp', archive, COMPARABLE_VERSION, ...chain, chain[0] ?? '']);
  const signs = [...output.matchAll(COMPARISON)].map(([, sign = '']) => SIGNS[sign] ?? Number.NaN);
  if (signs.length !== chain.length) throw new Error('Maven compared something else than what it was asked.');
  return signs;
}

const RUN = /[0-9]+|[A-Za-z]+|[^0-9A-Za-z]/g;

/** Returns `1`, `1-`, `1-0`, and so on: a trailing separator may change the meaning of the word before it. */
function beginningsOf(text: string): string[] {
  return Array.from(text.matchAll(RUN), ({ 0: run, index }) => text.slice(0, index + run.length));
}
