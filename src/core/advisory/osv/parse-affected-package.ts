/**
 * Parses the package of an affected entry into the family, release and name by which components are looked up, or returns the
 * reason why no component can match it. https://ossf.github.io/osv-schema/#affectedpackage-field
 */
import { findDistribution, isRolling } from '../../identity/distro/distributions.ts';
import { findOsvEcosystem, type OsvEcosystem } from '../../identity/ecosystems/ecosystem.ts';
import { toPackageKey } from '../../identity/package-key.ts';
import { LIMITS } from '../../limits.ts';
import { textIn } from '../record-fields.ts';

export interface OsvAffectedPackage extends OsvEcosystem {
  /** Normalized like the name in a package identity. */
  readonly name: string;
}

export type SkippedPackageReason = 'unsupported-ecosystem' | 'no-release' | 'unusable-name' | 'debug-symbols';

/** Takes the `package` of an entry. */
export function parseAffectedPackage(named: unknown): OsvAffectedPackage | SkippedPackageReason {
  const ecosystem = findOsvEcosystem(textIn(named, 'ecosystem') ?? '');
  if (ecosystem === undefined) return 'unsupported-ecosystem';
  const { family, release, rules } = ecosystem;
  if (release === '' && needsRelease(ecosystem)) return 'no-release';
  const sent = textIn(named, 'name') ?? '';
  if (sent.length > LIMITS.componentNameCharactersMax || !sent.isWellFormed()) return 'unusable-name';
  if (rules.distribution?.isDebug(sent) === true) return 'debug-symbols';
  const name = rules.normalizeName(sent);
  return toPackageKey(family, release, name) === undefined ? 'unusable-name' : { ...ecosystem, name };
}

/** A distribution without a release does not stand for all of its releases. */
function needsRelease({ family, rules }: OsvEcosystem): boolean {
  if (rules.distribution === undefined) return false;
  const distribution = findDistribution(family);
  return distribution === undefined || !isRolling(distribution);
}
