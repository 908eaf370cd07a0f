/** GitHub Actions: `owner/repository`, ignoring case; the path of an action inside the repository is dropped. */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const githubActions: EcosystemRules = {
  family: 'GitHub Actions',
  scheme: 'semver',
  purlTypes: ['github', 'githubactions'],
  normalizeName: toRepository,
  read,
};

const NAME = /^[a-z0-9-]+\/[a-z0-9._-]+$/;
// A full version or a full commit is fixed; `v4`, a branch or a short commit can move or be ambiguous.
const FIXED = /^(?:v?[0-9]{1,9}\.[0-9]{1,9}\.[0-9]|(?:[0-9a-f]{40}|[0-9a-f]{64})$)/i;

function toRepository(name: string): string {
  return toAsciiLower(name).split('/').slice(0, 2).join('/');
}

function read({ namespace, name, version, group }: PackageFacts): NamedVersion | CannotAssessReason {
  const owner = namespace ?? group;
  if (owner === undefined || owner === '') return 'incomplete-name';
  const repository = toRepository(`${owner}/${name}`);
  if (!NAME.test(repository)) return 'invalid-purl';
  if (version !== undefined && !FIXED.test(version)) return 'floating-ref';
  return { name: repository, version };
}
