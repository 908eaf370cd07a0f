/** Maven: `group:artifact` with exact letters. https://maven.apache.org/pom.html#Maven_Coordinates */
import type { EcosystemRules, NamedVersion, PackageFacts } from '../ecosystem-rules.ts';
import type { CannotAssessReason } from '../package-identity.ts';

export const maven: EcosystemRules = {
  family: 'Maven',
  scheme: 'maven',
  purlTypes: ['maven'],
  normalizeName: (name) => name,
  read,
};

const COORDINATE = /^[A-Za-z0-9_.-]+$/;
// `[1.0,2.0)` and the key words mean a version that is chosen at build time.
const FLOATING = /^(?:[[(]|LATEST$|RELEASE$)/i;
// Beside the artifact itself: what a developer reads, or what only tests load.
const NOT_RUNTIME: ReadonlySet<string> = new Set(['sources', 'javadoc', 'tests', 'test-sources', 'test-javadoc']);

function read({ namespace, name, version, group, qualifiers }: PackageFacts): NamedVersion | CannotAssessReason {
  const groupId = namespace ?? group;
  if ([groupId, name, version].some((text) => text?.includes('${') === true)) return 'unresolved-placeholder';
  if (groupId === undefined || groupId === '') return 'incomplete-name';
  if (!COORDINATE.test(groupId) || !COORDINATE.test(name)) return 'invalid-purl';
  if (version !== undefined && FLOATING.test(version)) return 'floating-ref';
  const isBesideIt = NOT_RUNTIME.has(qualifiers.get('classifier') ?? '');
  const byArtifact = groupId === name ? artifactKeyName(`${groupId}:${name}`) : undefined;
  return {
    name: `${groupId}:${name}`,
    version,
    ...(byArtifact !== undefined && { alsoNamed: [byArtifact] }),
    ...(isBesideIt && { assumptions: ['not-runtime'] }),
  };
}

/**
 * The name without its group, `:spring-core`, which no artifact has. A tool that finds a jar without its coordinates writes the
 * artifact twice (`pkg:maven/spring-core/spring-core`), and so may real ones be called (`commons-io:commons-io`). Undefined for
 * a single word: too many things are called `http` or `utils`.
 */
export function artifactKeyName(name: string): string | undefined {
  const artifact = name.slice(name.indexOf(':') + 1);
  return artifact.includes('-') ? `:${artifact}` : undefined;
}
