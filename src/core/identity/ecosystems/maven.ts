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
  return { name: `${groupId}:${name}`, version, ...(isBesideIt && { assumptions: ['not-runtime'] }) };
}
