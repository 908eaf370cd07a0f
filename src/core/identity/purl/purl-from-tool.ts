/**
 * Builds purls for components without one whose tool states a package type: `deb`, `java-archive`, `gobinary`. The type selects
 * the ecosystem; a name alone never does.
 */
import { LIMITS } from '../../limits.ts';
import { findDistribution } from '../distro/distributions.ts';
import { toAsciiLower } from '../identifier-text.ts';
import type { Purl } from './purl.ts';
import { hasInvalidCharacter } from './purl-problems.ts';

/** Package types of Syft (`artifact.type`) and Trivy (`PkgType`), by purl type. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  npm: ['npm', 'node-pkg', 'yarn', 'pnpm', 'bun', 'javascript', 'node'],
  pypi: ['python', 'python-pkg', 'pip', 'pipenv', 'poetry', 'uv', 'pypi'],
  maven: ['java-archive', 'jar', 'pom', 'gradle', 'gradle-lockfile', 'sbt', 'sbt-lockfile', 'maven'],
  golang: ['go-module', 'gobinary', 'gomod', 'golang'],
  gem: ['gem', 'gemspec', 'bundler', 'rubygems'],
  cargo: ['rust-crate', 'cargo', 'rustbinary', 'rust-binary'],
  composer: ['php-composer', 'composer', 'composer-vendor'],
  nuget: ['dotnet', 'nuget', 'dotnet-core', 'packages-props', 'nuget-config'],
  conan: ['conan', 'conan-lock'],
  hex: ['hex', 'mix', 'mix-lock'],
  pub: ['dart-pub', 'pub'],
  swift: ['swift'],
  cocoapods: ['pod', 'cocoapods'],
  hackage: ['hackage'],
  cran: ['r-package'],
  julia: ['julia'],
  github: ['github-action', 'github-action-workflow'],
  bitnami: ['bitnami'],
  vscode: ['vscode-extension'],
  deb: ['deb', 'dpkg'],
  apk: ['apk', 'apkg'],
  rpm: ['rpm', 'rpmdb'],
};
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([type, words]) => words.map((word): [string, string] => [word, type])),
);

interface ToolClaims {
  readonly name: string;
  readonly version: string | undefined;
  readonly packageType: string | undefined;
}

/** Returns the purl that the tool could have written, or undefined if its package type is unknown. */
export function purlFromTool({ name, version, packageType }: ToolClaims): Purl | undefined {
  const word = toAsciiLower(packageType ?? '');
  if (word === '' || name === '' || hasInvalidCharacter(name) || name.length > LIMITS.componentNameCharactersMax)
    return undefined;
  const type = TYPES.get(word);
  if (type !== undefined) return { ...toParts(type, name), ...REST, type, version };
  // Trivy writes the distribution as the type: `debian`, `redhat`, `suse linux enterprise server`.
  const distribution = findDistribution(word);
  return distribution && { ...REST, type: distribution.purlType, namespace: word, name, version };
}

const REST = { qualifiers: new Map<string, string>(), subpath: undefined };

// Tools write the full name in one field: `@types/node`, `org.slf4j:slf4j-api`, `github.com/acme/x`.
function toParts(type: string, name: string): Pick<Purl, 'namespace' | 'name'> {
  const at = type === 'maven' ? name.indexOf(':') : name.lastIndexOf('/');
  if (at <= 0 || at === name.length - 1) return { namespace: undefined, name };
  return { namespace: name.slice(0, at), name: name.slice(at + 1) };
}
