/** PyPI: names without case, runs of `-_.` are one dash. https://peps.python.org/pep-0503/#normalized-names */
import type { EcosystemRules, NamedVersion, PackageFacts } from '../ecosystem-rules.ts';
import type { CannotAssessReason } from '../package-identity.ts';

export const pypi: EcosystemRules = { family: 'PyPI', scheme: 'pep440', purlType: 'pypi', normalizeName, read };

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const SEPARATORS = /[-_.]+/g;
const UPPER = /[A-Z]+/g;

// Letters beyond ASCII stay as they are: the Kelvin sign must not become a k.
function normalizeName(name: string): string {
  return name.replace(UPPER, (letters) => letters.toLowerCase()).replace(SEPARATORS, '-');
}

function read({ namespace, name, version }: PackageFacts): NamedVersion | CannotAssessReason {
  const normalized = normalizeName(name);
  if (namespace !== undefined || !NAME.test(normalized)) return 'invalid-purl';
  if (version?.includes('://') === true) return 'floating-ref';
  return { name: normalized, version };
}
