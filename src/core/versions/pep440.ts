/**
 * Python version order (PEP 440). Text that is not a PEP 440 version is ordered like in old setuptools, below all valid versions,
 * and that order is an assumption.
 * https://packaging.python.org/en/latest/specifications/version-specifiers/
 */
import { LIMITS } from '../limits.ts';
import { hasDigit } from './digits.ts';
import { compareLegacy, toLegacyKey, type LegacyKey } from './pep440-legacy.ts';
import { compareStandard, toStandardKey, type StandardKey } from './pep440-standard.ts';
import type { VersionAssumption, VersionScheme } from './version-scheme.ts';

type Pep440Version =
  | { readonly standard: StandardKey; readonly legacy?: never }
  | { readonly standard?: never; readonly legacy: LegacyKey };

export const pep440: VersionScheme<Pep440Version> = { id: 'pep440', parse, compare, withoutLocalPart, assumptionOf };

function parse(text: string): Pep440Version | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = text.trim().toLowerCase();
  // The legacy order also includes "latest", but that order is meaningless.
  if (!hasDigit(bare)) return undefined;

  const standard = toStandardKey(bare);
  return standard === undefined ? { legacy: toLegacyKey(bare) } : { standard };
}

function compare(a: Pep440Version, b: Pep440Version): number {
  if (a.standard !== undefined) return b.standard === undefined ? 1 : compareStandard(a.standard, b.standard);
  return b.legacy === undefined ? -1 : compareLegacy(a.legacy, b.legacy);
}

function withoutLocalPart({ standard }: Pep440Version): Pep440Version | undefined {
  return standard?.local === undefined ? undefined : { standard: { ...standard, local: undefined } };
}

function assumptionOf({ legacy }: Pep440Version): VersionAssumption | undefined {
  return legacy === undefined ? undefined : 'legacy-version';
}
