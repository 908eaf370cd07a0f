/**
 * Members of SPDX 3 elements, in the notations of JSON-LD: with or without the prefix of a profile, one value or a list, an id or
 * an embedded element.
 */
import { memberIn } from '../../json/members.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import { isCollectionTerm, isPackageTerm, termOf } from '../scan/element-term.ts';
import { toLocalName } from './spdx-notation.ts';

/**
 * The last word of the type: `Package`, `Relationship`, `LicenseExpression`. Of several types, the one that the scanner counts.
 */
export function kindOf(element: unknown): string | undefined {
  const terms = [...listOf(memberIn(element, 'type')), ...listOf(memberIn(element, '@type'))].map(termOf);
  if (terms.length <= 1) return terms[0];
  return terms.find((term) => isPackageTerm(term) || isCollectionTerm(term) || term === 'File') ?? terms[0];
}

export function idOf(element: unknown): string | undefined {
  return textIn(element, 'spdxId') ?? textIn(element, '@id');
}

export type Profile = 'software' | 'security' | 'simplelicensing';

/** `memberOf(element, 'software', 'packageVersion')` is `software_packageVersion`, or `packageVersion`. */
export function memberOf(element: unknown, profile: Profile, name: string): unknown {
  return memberIn(element, `${profile}_${name}`) ?? memberIn(element, name);
}

/** JSON-LD allows a single value without an array. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The value if it is an id, or the id of an embedded element. */
export function referenceOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : idOf(value);
}

/** A term of a vocabulary, which may be written as an IRI. */
export function termIn(element: unknown, name: string): string | undefined {
  const word = textIn(element, name);
  return word === undefined ? undefined : toLocalName(word);
}

/** Some tools write the plural name. */
export function listIdentifiers(element: unknown): readonly unknown[] {
  return [...listOf(memberIn(element, 'externalIdentifier')), ...listIn(element, 'externalIdentifiers')];
}

const NO_ASSERTION = /^(?:NoAssertion|None)(?:Element|License)?$/i;

/** The individuals for "no assertion" and "none". */
export function isNoAssertion(reference: string): boolean {
  return NO_ASSERTION.test(toLocalName(reference));
}
