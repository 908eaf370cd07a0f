/**
 * The tool for each set of versions, one row per test data file. Besides the versions of the feeds, it is asked about mutations
 * of them, made with the pieces that its rules are about.
 */
import type { SchemeId } from '../../src/core/vocabulary/package.ts';
import { askCabal, askNuget, askPub, askRust } from './ask-compilers.ts';
import { askApk, askDpkg, askRpm } from './ask-distribution-tools.ts';
import { askBitnami, askGo, askGoToolchain } from './ask-go.ts';
import {
  askComposer,
  askConan,
  askElixir,
  askPackaging,
  askPhp,
  askR,
  askRubygems,
  askSemver,
} from './ask-interpreters.ts';
import { askMaven } from './ask-maven.ts';
import type { VersionTexts } from './choose-version-pairs.ts';
import {
  isMeantOtherwiseByBitnami,
  isMeantOtherwiseByGo,
  isNoOrderOfConan,
  isNoReleaseOfGo,
} from './left-out-pairs.ts';
import { type AskTool, ToolMissing } from './run-native-tool.ts';

export interface VersionSource {
  /** Name of the file. Most are schemes; several tools share the scheme `semver`, and PHP's own order is not a scheme. */
  readonly name: SchemeId | 'cargo' | 'hex' | 'go-toolchain' | 'php';
  readonly ecosystems: readonly string[];
  readonly tool: string;
  readonly ask: AskTool;
  /** Separated by spaces. */
  readonly pieces: string;
  /** The tool rounds longer numbers, or takes them for words. */
  readonly digitsMax?: number;
  readonly leavesOut?: (pair: VersionTexts) => boolean;
  /** Converts a version of the feeds to the tool's notation, if it has one. */
  readonly respell?: (version: string) => string | undefined;
}

/** Files that a package manager does not install in a known place. */
interface ToolFiles {
  readonly maven: string | undefined;
  readonly nuget: string | undefined;
  readonly pub: string | undefined;
}

const SEMVER_PIECES = '-alpha -rc.1 -0 -Z -1a -a-b .x-y +build +1 .0 -rc.10 -rc1';

export function versionSources(files: ToolFiles): readonly VersionSource[] {
  return [
    {
      name: 'semver',
      ecosystems: ['npm', 'crates.io', 'Go'],
      tool: 'npm semver 7',
      ask: askSemver,
      pieces: SEMVER_PIECES,
      digitsMax: 15,
    },
    {
      name: 'cargo',
      ecosystems: ['crates.io'],
      tool: 'the crate semver 1.0 (precedence)',
      ask: askRust,
      pieces: SEMVER_PIECES,
    },
    {
      name: 'hex',
      ecosystems: ['Hex', 'crates.io'],
      tool: 'Version of Elixir 1.14',
      ask: askElixir,
      pieces: SEMVER_PIECES,
    },
    {
      name: 'go',
      ecosystems: ['Go'],
      tool: 'golang.org/x/mod/semver',
      ask: askGo,
      pieces: `${SEMVER_PIECES} +incompatible +dirty -0.20190301021747-ccb9e902956d .0.20190301021747-ccb9e902956d`,
      leavesOut: isMeantOtherwiseByGo,
    },
    {
      name: 'go-toolchain',
      ecosystems: ['Go'],
      tool: 'go/version of Go 1.26',
      ask: askGoToolchain,
      pieces: 'rc1 rc10 beta2 alpha1 .0 .1 .10 -custom -a.1',
      leavesOut: isNoReleaseOfGo,
      respell: toToolchain,
    },
    {
      name: 'bitnami',
      ecosystems: ['Bitnami'],
      tool: 'github.com/bitnami/go-version',
      ask: askBitnami,
      pieces: '-0 -1 -4 -10 +build .0',
      digitsMax: 18,
      leavesOut: isMeantOtherwiseByBitnami,
    },
    {
      name: 'pub',
      ecosystems: ['Pub', 'crates.io'],
      tool: 'pub_semver 2 with Dart 3',
      ask: (pairs) => askPub(fileOf('pub', files.pub), pairs),
      pieces: `${SEMVER_PIECES} +a +1.a +a.1 +Z +10`,
    },
    {
      name: 'nuget',
      ecosystems: ['NuGet'],
      tool: 'NuGet 5.8',
      ask: (pairs) => askNuget(fileOf('nuget', files.nuget), pairs),
      pieces: `${SEMVER_PIECES} -BETA -beta -Beta.01 .0.0 .1`,
    },
    {
      name: 'pep440',
      ecosystems: ['PyPI'],
      tool: 'Python packaging 21.3',
      ask: askPackaging,
      pieces: 'a b1 rc c2 pre .post -1 .dev .dev3 +cpu +1.a 1! v x stable _ final 1e5',
    },
    {
      name: 'maven',
      ecosystems: ['Maven'],
      tool: 'Apache Maven 3.9',
      ask: (pairs) => askMaven(fileOf('maven', files.maven), pairs),
      pieces: '-alpha a b1 .m2 -beta .RC -cr1 -SNAPSHOT .ga .Final -sp .foo x _ -0 -1 .. --',
    },
    {
      name: 'rubygems',
      ecosystems: ['RubyGems'],
      tool: 'Gem::Version of RubyGems 3.3',
      ask: askRubygems,
      pieces: '.a b .pre .rc1 .A .beta - -1 .0 .0.0 .x1y2',
    },
    {
      name: 'packagist',
      ecosystems: ['Packagist'],
      tool: 'composer/semver 3.3 with PHP 8.2',
      ask: askComposer,
      pieces: 'dev -dev -alpha a1 -B -beta.2 RC -rc1 -p pl2 -patch -stable _ +1 v .0',
      digitsMax: 18,
    },
    {
      name: 'php',
      ecosystems: ['Packagist'],
      tool: 'version_compare of PHP 8.2',
      ask: askPhp,
      pieces: 'dev -dev alpha a -B beta RC rc1 p -pl foo _ + .. -',
      digitsMax: 18,
      respell: (version) => version.replace(/^[vV]/, ''),
    },
    {
      name: 'conan',
      ecosystems: ['Alpine', 'crates.io'],
      tool: 'Conan 2',
      ask: askConan,
      pieces: 'a t u1 Z .a .rc -rc -rc.1 -pre-1 -0 +1 +a.1 +10 .0 .0.0 -rc.0',
      leavesOut: isNoOrderOfConan,
      respell: (version) => version.replace(/-r[0-9]+$/, ''),
    },
    {
      name: 'cran',
      ecosystems: ['CRAN'],
      tool: 'compareVersion of R 4.2',
      ask: askR,
      pieces: '.0 -0 -1 - . .10',
      digitsMax: 9,
    },
    {
      name: 'hackage',
      ecosystems: ['Hackage'],
      tool: 'Cabal 3.4',
      ask: askCabal,
      pieces: '.0 .1 .0.0 .10 .',
      digitsMax: 9,
    },
    {
      name: 'debian',
      ecosystems: ['Debian'],
      tool: 'dpkg',
      ask: askDpkg,
      pieces: '~ ~~ + +b1 ~rc1 a Z +dfsg 1: 0: -1 -0 +deb12u1 .',
    },
    {
      name: 'rpm',
      ecosystems: ['Red Hat', 'AlmaLinux', 'Rocky Linux', 'SUSE'],
      tool: 'rpm',
      ask: askRpm,
      pieces: '~ ~~ ^ ^git1 ~^ + _ .. a Z ~rc1 .el9 1: 0: -1 -0',
    },
    {
      name: 'apk',
      ecosystems: ['Alpine', 'Wolfi'],
      tool: 'the version.c of apk-tools 3',
      ask: askApk,
      pieces: 'a z _alpha _beta _pre _rc1 _cvs _svn _git2023 _hg _p _p01 ~ab ~0a1 -r0 -r1 -r01 .01',
      digitsMax: 18,
    },
  ];
}

function fileOf(option: keyof ToolFiles, file: string | undefined): string {
  if (file === undefined) throw new ToolMissing(`Say where it is: --${option} <file>.`);
  return file;
}

const RELEASE = /^1\.([0-9]+)\.([0-9]+)(?:-(alpha|beta|rc)\.?([0-9]+))?$/;

/** Returns the name of the Go release with that number: go1.21rc2, go1.20, go1.22.3. */
function toToolchain(version: string): string | undefined {
  const [, minor, patch, stage = '', number = ''] = RELEASE.exec(version) ?? [];
  if (minor === undefined) return undefined;
  return patch === '0' ? `go1.${minor}${stage}${number}` : `go1.${minor}.${patch}${stage}${number}`;
}
