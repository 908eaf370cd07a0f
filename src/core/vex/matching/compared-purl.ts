/**
 * Parses purls for comparison. A statement matches a package if type, namespace and name are equal after normalization by the
 * ecosystem, and so are the version and each qualifier that the statement gives.
 */
import { findLanguageRules } from '../../identity/ecosystems/ecosystem.ts';
import { parsePurl, type Purl } from '../../identity/purl/purl.ts';

export interface ComparedPurl {
  /** Type and full name: equal for all versions of a package. */
  readonly key: string;
  readonly purl: Purl;
}

export function toComparedPurl(text: string): ComparedPurl | undefined {
  const { purl } = parsePurl(text);
  if (purl === undefined) return undefined;
  const name = purl.namespace === undefined ? purl.name : `${purl.namespace}/${purl.name}`;
  const normalized = findLanguageRules(purl.type)?.normalizeName(name) ?? name;
  return { key: `${purl.type}/${normalized}`, purl };
}

/** `ownVersions` are versions that the component states beside its purl. */
export function matchesPurl(stated: ComparedPurl, own: ComparedPurl, ownVersions: readonly string[] = []): boolean {
  if (stated.key !== own.key) return false;
  const { version, qualifiers, subpath } = stated.purl;
  if (version !== undefined && version !== own.purl.version && !ownVersions.includes(version)) return false;
  if (subpath !== undefined && subpath !== own.purl.subpath) return false;
  for (const [name, value] of qualifiers) {
    if (!IGNORED_QUALIFIERS.has(name) && own.purl.qualifiers.get(name) !== value) return false;
  }
  return true;
}

// A generator makes its references from purls and adds a number of its own to them.
const IGNORED_QUALIFIERS: ReadonlySet<string> = new Set(['package-id']);
