/** PyPI: names ignore case, and runs of `-_.` are one dash. https://peps.python.org/pep-0503/#normalized-names */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const pypi: EcosystemRules = { family: 'PyPI', scheme: 'pep440', purlTypes: ['pypi'], normalizeName, read };

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const SEPARATORS = /[-_.]+/g;
const RANGE = /^[<>=~!*]/;
// `twisted[tls]` is twisted with the dependencies of an extra. https://peps.python.org/pep-0508/#extras
const EXTRAS = /\[[^[\]]*\]$/;

function normalizeName(name: string): string {
  return toAsciiLower(name).replace(SEPARATORS, '-');
}

function read({ namespace, name, version }: PackageFacts): NamedVersion | CannotAssessReason {
  const normalized = normalizeName(name.replace(EXTRAS, '').trim());
  if (namespace !== undefined || !NAME.test(normalized)) return 'invalid-purl';
  if (version !== undefined && (version.includes('://') || RANGE.test(version))) return 'floating-ref';
  return { name: normalized, version };
}
