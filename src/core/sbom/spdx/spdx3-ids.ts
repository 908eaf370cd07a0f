/**
 * Ids of SPDX 3 elements are IRIs, which a document may shorten with prefixes of its `@context`, sometimes inconsistently. Blank
 * nodes (`_:x`) and ids that are not IRIs stay unchanged.
 */
import { memberIn } from '../../json/members.ts';
import { listOf } from './spdx3-element.ts';

export class Spdx3Ids {
  private readonly prefixes: ReadonlyMap<string, string>;

  constructor(document: unknown) {
    this.prefixes = new Map(listOf(memberIn(document, '@context')).flatMap(prefixesIn));
  }

  expand(id: string): string {
    if (this.prefixes.size === 0) return id;
    const colon = id.indexOf(':');
    const prefix = colon === -1 ? undefined : this.prefixes.get(id.slice(0, colon));
    return prefix === undefined || id.startsWith('//', colon + 1) ? id : `${prefix}${id.slice(colon + 1)}`;
  }
}

function prefixesIn(context: unknown): [string, string][] {
  if (typeof context !== 'object' || context === null) return [];
  return Object.entries(context).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}
