/**
 * Writes the range of a match as a version range specifier, `vers:npm/>=1.2.0|<1.2.6`, as CycloneDX requires.
 * https://github.com/package-url/vers-spec
 */
import { parsePurl } from '../identity/purl.ts';

const CONSTRAINT = /^(>=|<=|<) (\S+)$/;

/** Undefined for a range in another notation, such as a listed version. */
export function toVersRange(range: string, purl: string | null): string | undefined {
  const type = (purl === null ? undefined : parsePurl(purl).purl?.type) ?? 'generic';
  if (range === 'all versions') return `vers:${type}/*`;
  const constraints: string[] = [];
  for (const part of range.split(', ')) {
    const [, comparator, version] = CONSTRAINT.exec(part) ?? [];
    if (comparator === undefined || version === undefined) return undefined;
    constraints.push(`${comparator}${encodeURIComponent(version.toWellFormed())}`);
  }
  return `vers:${type}/${constraints.join('|')}`;
}
