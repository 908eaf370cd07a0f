/**
 * Dart's version order: SemVer, except that build metadata counts: 1.2.3 < 1.2.3+1 < 1.2.3+a < 1.2.4.
 * https://dart.dev/tools/pub/versioning
 */
import {
  compareIdentifiers,
  createIntegerParser,
  toIdentifiers,
  type Identifier,
  readSemver,
  semver,
  type SemverVersion,
} from './semver.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface PubVersion {
  readonly semver: SemverVersion;
  /** Empty if there is none. */
  readonly build: readonly Identifier[];
}

export const pub: VersionScheme<PubVersion> = {
  id: 'pub',
  parse,
  compare,
  assumptionOf: (version) => semver.assumptionOf?.(version.semver),
};

const INTEGERS = createIntegerParser(64);

function parse(text: string): PubVersion | undefined {
  const parsed = readSemver(text, INTEGERS);
  const build = parsed && toBuild(text.trim());
  return build && { semver: parsed, build };
}

function toBuild(text: string): readonly Identifier[] | undefined {
  const plus = text.indexOf('+');
  return plus === -1 ? [] : toIdentifiers(text.slice(plus + 1), INTEGERS);
}

function compare(a: PubVersion, b: PubVersion): number {
  return semver.compare(a.semver, b.semver) || compareIdentifiers(a.build, b.build);
}
