/**
 * `sourceInfo` of SPDX 2 is free text, but the common tools always write the same sentences: where a package was found, and its
 * source package. Any other sentence is ignored.
 */
import { toSourcePackage, type SourcePackage } from '../../identity/source-package.ts';

export interface SourceInfo {
  readonly source?: SourcePackage | undefined;
  /** In Syft's terms in its other formats. */
  readonly packageType?: string | undefined;
  readonly paths?: readonly string[];
}

const ACQUIRED_FROM = 'acquired package info from ';
const BUILT_FROM = 'built package from:';

export function parseSourceInfo(info: string | undefined): SourceInfo {
  if (info === undefined) return {};
  if (info.startsWith(ACQUIRED_FROM)) return parseAcquired(info.slice(ACQUIRED_FROM.length));
  return info.startsWith(BUILT_FROM) ? { source: parseBuilt(info.slice(BUILT_FROM.length)) } : {};
}

// Texts that Syft writes for its package types. Jenkins plugins share the text of Java archives, and types without their own text
// are "from the following paths", so these give no type.
const SYFT_TYPES: ReadonlyMap<string, string> = new Map([
  ['ALPM DB', 'alpm'],
  ['RPM DB', 'rpm'],
  ['APK DB', 'apk'],
  ['DPKG DB', 'deb'],
  ['a Bitnami SBOM', 'bitnami'],
  ['pubspec manifest', 'dart-pub'],
  ['dotnet project assets file', 'dotnet'],
  ['installed node module manifest file', 'npm'],
  ['installed python package manifest file', 'python'],
  ['installed java archive', 'java-archive'],
  ['installed gem metadata file', 'gem'],
  ['go module information', 'go-module'],
  ['rust cargo manifest', 'rust-crate'],
  ['PHP composer manifest', 'php-composer'],
  ['PHP Pear manifest', 'php-pear'],
  ['PHP Pecl manifest', 'php-pecl'],
  ['installed cocoapods manifest file', 'pod'],
  ['conan manifest', 'conan'],
  ['conda metadata', 'conda'],
  ['portage DB', 'portage'],
  ['cabal or stack manifest files', 'hackage'],
  ['rebar3 or mix manifest file', 'hex'],
  ['ErLang application resource file', 'erlang-otp'],
  ['linux kernel archive', 'linux-kernel'],
  ['linux kernel module files', 'linux-kernel-module'],
  ['nix store path', 'nix'],
  ['R-package DESCRIPTION file', 'R-package'],
  ['Rockspec package file', 'lua-rocks'],
  ['resolved Swift package manifest', 'swift'],
  ['OCaml opam package file', 'opam'],
  ['GitHub Actions workflow file or composite action file', 'github-action'],
  ['found wordpress plugin PHP source files', 'wordpress-plugin'],
  ['Homebrew formula', 'homebrew'],
  ['Terraform dependency lock file', 'terraform'],
]);

// `DPKG DB: /usr/share/doc/adduser/copyright, /var/lib/dpkg/status`
function parseAcquired(text: string): SourceInfo {
  const colon = text.indexOf(': ');
  if (colon === -1) return {};
  return { packageType: SYFT_TYPES.get(text.slice(0, colon)), paths: text.slice(colon + 2).split(', ') };
}

// Trivy: `util-linux 2.36.1-8`; it may be blank.
function parseBuilt(text: string): SourcePackage | undefined {
  const [name = '', version = ''] = text.trim().split(' ', 2);
  return toSourcePackage(name, version);
}
