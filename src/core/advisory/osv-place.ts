/**
 * The package that an affected entry names, in the words in which components are looked up; else the reason why nobody could find
 * the entry there. https://ossf.github.io/osv-schema/#affectedpackage-field
 */
import { findDistribution, isRolling } from '../identity/distro/distributions.ts';
import { findOsvEcosystem, type OsvEcosystem } from '../identity/ecosystem.ts';
import { toPackageKey } from '../identity/package-key.ts';
import { LIMITS } from '../limits.ts';
import { textIn } from './record-fields.ts';

export interface OsvPlace extends OsvEcosystem {
  /** Normalized as the identity's name. */
  readonly name: string;
}

export type NoPlaceReason = 'unsupported-ecosystem' | 'no-release' | 'unusable-name' | 'debug-symbols';

/** Takes the `package` of an entry. */
export function readPlace(named: unknown): OsvPlace | NoPlaceReason {
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

/** A distribution without a release is not all of its releases. */
function needsRelease({ family, rules }: OsvEcosystem): boolean {
  if (rules.distribution === undefined) return false;
  const distribution = findDistribution(family);
  return distribution === undefined || !isRolling(distribution);
}
