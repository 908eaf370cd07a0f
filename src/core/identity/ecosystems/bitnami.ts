/** Bitnami: its own names, in lower case. The `-4` of `1.2.3-4` is the package revision and belongs to the version. */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const bitnami: EcosystemRules = {
  family: 'Bitnami',
  scheme: 'bitnami',
  purlTypes: ['bitnami'],
  normalizeName: toAsciiLower,
  read,
};

const NAME = /^[a-z0-9_.-]+$/;

function read({ namespace, name, version }: PackageFacts): NamedVersion | CannotAssessReason {
  const normalized = toAsciiLower(name);
  if (namespace !== undefined || !NAME.test(normalized)) return 'invalid-purl';
  return { name: normalized, version };
}
