/**
 * Members of SPDX 3 elements, in the spellings that JSON-LD allows: with or without the prefix of a profile, one value or a
 * list, an id or the element itself in its place.
 */
import { listIn, member, textIn } from '../../foreign-value.ts';
import { isCollectionTerm, isPackageTerm, termOf } from '../../outline/element-term.ts';
import { lastWordOf } from './spdx-words.ts';

/** The last word of its type: `Package`, `Relationship`, `LicenseExpression`. Of several the one that the scanner counts. */
export function kindOf(element: unknown): string | undefined {
  const terms = [...listOf(member(element, 'type')), ...listOf(member(element, '@type'))].map(termOf);
  if (terms.length <= 1) return terms[0];
  return terms.find((term) => isPackageTerm(term) || isCollectionTerm(term) || term === 'File') ?? terms[0];
}

export function idOf(element: unknown): string | undefined {
  return textIn(element, 'spdxId') ?? textIn(element, '@id');
}

export type Profile = 'software' | 'security' | 'simplelicensing';

/** `memberOf(element, 'software', 'packageVersion')` is `software_packageVersion`, or `packageVersion`. */
export function memberOf(element: unknown, profile: Profile, name: string): unknown {
  return member(element, `${profile}_${name}`) ?? member(element, name);
}

/** JSON-LD lets a single value stand without its array. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The id that a value is, or that it has when the element itself stands in its place. */
export function referenceOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : idOf(value);
}

/** A word of a vocabulary, which may be written as an address. */
export function wordIn(element: unknown, name: string): string | undefined {
  const word = textIn(element, name);
  return word === undefined ? undefined : lastWordOf(word);
}

/** The plural is what some tools write. */
export function listIdentifiers(element: unknown): readonly unknown[] {
  return [...listOf(member(element, 'externalIdentifier')), ...listIn(element, 'externalIdentifiers')];
}

const NOTHING = /^(?:NoAssertion|None)(?:Element|License)?$/i;

/** The individuals that stand for "no assertion" and "none". */
export function isNothing(reference: string): boolean {
  return NOTHING.test(lastWordOf(reference));
}
