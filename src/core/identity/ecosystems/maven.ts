/** Maven: `group:artifact`, case-sensitive. https://maven.apache.org/pom.html#Maven_Coordinates */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const maven: EcosystemRules = {
  family: 'Maven',
  scheme: 'maven',
  purlTypes: ['maven'],
  normalizeName: (name) => name,
  read,
};

const COORDINATE = /^[A-Za-z0-9_.-]+$/;

export function isCoordinate(text: string): boolean {
  return COORDINATE.test(text);
}

// `[1.0,2.0)` and the keywords mean a version that is chosen at build time.
const FLOATING = /^(?:[[(]|LATEST$|RELEASE$)/i;
// Additional artifacts for developers, or loaded only by tests.
const NOT_RUNTIME: ReadonlySet<string> = new Set(['sources', 'javadoc', 'tests', 'test-sources', 'test-javadoc']);

function read({ name: stated, ...facts }: PackageFacts): NamedVersion | CannotAssessReason {
  const { namespace, version, group, qualifiers, paths } = facts;
  const name = withoutVersion(stated, version);
  const groupId = groupInPaths(paths, name, version) ?? namespace ?? group ?? '';
  if ([groupId, name, version].some((text) => text?.includes('${') === true)) return 'unresolved-placeholder';
  if ((groupId !== '' && !COORDINATE.test(groupId)) || !COORDINATE.test(name)) return 'invalid-purl';
  if (version !== undefined && FLOATING.test(version)) return 'floating-ref';
  const isBesideIt = NOT_RUNTIME.has(qualifiers.get('classifier') ?? '');
  return {
    name: groupId === '' ? name : `${groupId}:${name}`,
    version,
    ...(isBesideIt && { assumptions: ['not-runtime'] }),
  };
}

/** Tools write the file name of a jar as its artifact: `spring-core-5.3.14` with the version 5.3.14. */
function withoutVersion(name: string, version: string | undefined): string {
  const isRepeated =
    version?.includes('.') === true && name.length > version.length + 1 && name.endsWith(`-${version}`);
  return isRepeated ? name.slice(0, -version.length - 1) : name;
}

/** Derives the group from the path of a jar, because the group in the purl may be made up by the tool. */
function groupInPaths(paths: readonly string[], artifact: string, version = ''): string | undefined {
  for (const path of paths) {
    // Syft appends the coordinates that it found inside of a jar to its path: `/app.jar:org.aesh:aesh`.
    const [group = '', inside] = path.split(':').slice(-2);
    const found = inside === artifact ? group : groupInRepository(path.split('/'), artifact, version);
    if (found !== undefined && COORDINATE.test(found)) return found;
  }
  return undefined;
}

/** `.m2/repository/org/aesh/aesh/2.4.0/aesh-2.4.0.jar`; Gradle: `files-2.1/org.aesh/aesh/2.4.0/..`. */
function groupInRepository(folders: readonly string[], artifact: string, version: string): string | undefined {
  const at = folders.findIndex((folder, n) => n > 0 && folder === artifact && folders[n + 1] === version);
  const root = folders.findLastIndex((folder, n) => n < at && REPOSITORY.test(folder));
  return root === -1 || at === root + 1 ? undefined : folders.slice(root + 1, at).join('.');
}

const REPOSITORY = /(?:^|-)repository$|^maven2$|^files-2\.1$/;

export interface MavenName {
  /** Empty if not stated. */
  readonly group: string;
  readonly artifact: string;
}

/** `org.apache.ant:ant`, or the artifact alone. */
export function splitMavenName(name: string): MavenName {
  const at = name.indexOf(':');
  return { group: name.slice(0, Math.max(at, 0)), artifact: name.slice(at + 1) };
}

/**
 * Returns the possible artifacts of a stated name: the artifact as stated and, if the group is the name of an OSGi bundle, the
 * artifact derived from it. The file of `org.apache.tomcat-catalina` is `catalina.jar`, and its artifact is `tomcat-catalina`.
 */
export function possibleNames(name: string): readonly MavenName[] {
  const stated = splitMavenName(name);
  const bundle = stated.group.slice(stated.group.lastIndexOf('.') + 1);
  const isBundle = bundle !== stated.group && bundle.endsWith(`-${stated.artifact}`);
  return isBundle ? [stated, { ...stated, artifact: bundle }] : [stated];
}

/** Module names that many projects use, and which therefore identify none of them. */
const GENERIC_ARTIFACTS: ReadonlySet<string> = new Set([
  'api',
  'app',
  'auth',
  'base',
  'cli',
  'client',
  'common',
  'commons',
  'connect',
  'connector',
  'console',
  'core',
  'database',
  'demo',
  'deploy',
  'discovery',
  'examples',
  'extensions',
  'fields',
  'file',
  'http',
  'library',
  'main',
  'metrics',
  'model',
  'monitoring',
  'parent',
  'platform',
  'plugin',
  'pom',
  'project',
  'release',
  'remoting',
  'repo',
  'repository',
  'resources',
  'security',
  'server',
  'service',
  'shared',
  'spi',
  'test',
  'tests',
  'tools',
  'translation',
  'uri',
  'util',
  'utils',
  'web',
]);

/**
 * Returns the key of all artifacts with this name in any group, `:spring-core`, which is not a package name. Components are
 * looked up by it because tools make up groups. Undefined for a generic name.
 */
export function artifactKeyName({ artifact }: Pick<MavenName, 'artifact'>): string | undefined {
  const folded = toAsciiLower(artifact);
  return GENERIC_ARTIFACTS.has(folded) ? undefined : `:${folded}`;
}
