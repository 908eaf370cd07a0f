/** Ids of the vulnerability in a statement: in upper case, without duplicates, the main id first. */
import { isVulnerabilityId } from '../../identity/vulnerability-id.ts';
import { LIMITS } from '../../limits.ts';

export function parseVulnerabilityIds(texts: Iterable<unknown>): readonly string[] {
  const ids = new Set<string>();
  for (const text of texts) {
    if (ids.size === LIMITS.aliasGroupIdsMax) break;
    const id = typeof text === 'string' ? toId(text) : undefined;
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

/** Some documents use the URL of a page that ends with the id: `https://nvd.nist.gov/vuln/detail/CVE-2019-17571`. */
function toId(text: string): string | undefined {
  if (text.length > LIMITS.advisoryUrlCharactersMax) return undefined;
  const trimmed = text.trim();
  const last = trimmed.includes('://') ? trimmed.slice(trimmed.lastIndexOf('/') + 1) : trimmed;
  return isVulnerabilityId(last) ? last.toUpperCase() : undefined;
}
