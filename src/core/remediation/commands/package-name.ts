/**
 * How a package manager spells a name. Advisories are looked up under a normalized one, which Go and NuGet would not take back:
 * the purl of the component knows the letters.
 */
import { rulesOf } from '../../identity/ecosystem.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { parsePurl } from '../../identity/purl.ts';

/** The name of the purl where it is the same name, else that of the identity: an alias of npm has the real one there. */
export function spellName({ family, name }: Pick<PackageIdentity, 'family' | 'name'>, purl: string | null): string {
  const parsed = purl === null ? undefined : parsePurl(purl).purl;
  const rules = rulesOf(family);
  if (parsed === undefined || rules === undefined) return name;
  const separator = family === 'Maven' ? ':' : '/';
  const parts = [parsed.namespace, parsed.name, family === 'Go' ? parsed.subpath : undefined];
  const spelled = parts.filter((part) => part !== undefined).join(separator);
  return rules.normalizeName(spelled) === name ? spelled : name;
}
