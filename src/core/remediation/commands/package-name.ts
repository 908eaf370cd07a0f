/**
 * Spells a name for a package manager. Advisories use a normalized name, which Go and NuGet do not accept; the purl of the
 * component has the original spelling.
 */
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { parsePurl } from '../../identity/purl/purl.ts';

/**
 * Returns the name of the purl if it normalizes to the same name, otherwise the name of the identity: for an npm alias, that is
 * the real name.
 */
export function spellName({ family, name }: Pick<PackageIdentity, 'family' | 'name'>, purl: string | null): string {
  const parsed = purl === null ? undefined : parsePurl(purl).purl;
  const rules = rulesOf(family);
  if (parsed === undefined || rules === undefined) return name;
  const separator = family === 'Maven' ? ':' : '/';
  const parts = [parsed.namespace, parsed.name, family === 'Go' ? parsed.subpath : undefined];
  const spelled = parts.filter((part) => part !== undefined).join(separator);
  return rules.normalizeName(spelled) === name ? spelled : name;
}
