/** npm: `@scope/name`, case-sensitive. https://docs.npmjs.com/cli/configuring-npm/package-json#name */
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const npm: EcosystemRules = {
  family: 'npm',
  scheme: 'semver',
  purlTypes: ['npm'],
  normalizeName: (name) => name,
  read,
};

const NAME = /^(?:@[^/@:\s"]+\/)?[^/@:\s"]+$/;
// `npm:@babel/core@7.0.0`: the package is installed under an alias.
const ALIAS = /^npm:((?:@[^/@:\s]+\/)?[^/@:\s]+)(?:@(.*))?$/;
// Not from the registry: `git+ssh://..`, `file:../x`, `workspace:*`, `https://..`, `owner/repository#branch`.
const NOT_FROM_REGISTRY = /^(?:git|file|link|workspace|portal|patch|https?|ssh|github|gitlab|bitbucket)[:+@]|\//i;
// Ranges from a package.json, which are resolved at build time: `^1.2.0`, `>=1 <2`, `latest`.
const RANGE = /^(?:[~^<>*]|latest$|next$)/;

function read({ namespace, name, version, group }: PackageFacts): NamedVersion | CannotAssessReason {
  const [, realName, realVersion] = ALIAS.exec(version ?? '') ?? [];
  if (realName !== undefined) return { name: realName, version: realVersion };
  // Without its scope @types/jose would be matched as jose.
  const scope = namespace ?? toScope(group);
  const fullName = scope === undefined ? name : `${scope}/${name}`;
  if (!NAME.test(fullName)) return 'invalid-purl';
  if (version !== undefined && (NOT_FROM_REGISTRY.test(version) || RANGE.test(version))) return 'floating-ref';
  return { name: fullName, version };
}

function toScope(group: string | undefined): string | undefined {
  if (group === undefined || group === '') return undefined;
  return group.startsWith('@') ? group : `@${group}`;
}
