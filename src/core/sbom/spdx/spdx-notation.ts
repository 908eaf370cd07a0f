/**
 * Notations of SPDX: terms as IRIs, terms for no value, agents with a kind before the name; in SPDX 3 also those of JSON-LD: members
 * with or without the prefix of a profile, one value or a list, an id or an embedded element.
 */
import { memberIn } from '../../json/members.ts';
import { listIn, listOf, textIn } from '../untrusted-value.ts';
import { isCollectionTerm, isPackageTerm, termOf } from '../scan/element-term.ts';

const NO_VALUE_TERMS: ReadonlySet<unknown> = new Set(['NOASSERTION', 'NONE']);

/** `NOASSERTION` and `NONE` mean no value. */
export function omitNoAssertion(value: unknown): unknown {
  return NO_VALUE_TERMS.has(value) ? undefined : value;
}

/** `https://spdx.org/rdf/3.0.1/terms/Core/RelationshipType/dependsOn` and `spdx:dependsOn` are `dependsOn`. */
export function toLocalName(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('#'), text.lastIndexOf(':')) + 1);
}

const KIND = /^(?:Organization|Person|Tool): ?/;

/** `Organization: Debian` is `Debian`. Undefined if the value is not a string, or means no value. */
export function toAgentName(agent: unknown): string | undefined {
  const name = omitNoAssertion(agent);
  return typeof name === 'string' ? name.replace(KIND, '').trim() || undefined : undefined;
}

/** `OPERATING_SYSTEM` and `operatingSystem` are `operating-system`. */
export function toKebabCase(word: string): string {
  const isOneCase = word === word.toUpperCase() || word === word.toLowerCase();
  const apart = isOneCase ? word : word.replaceAll(/[A-Z]/g, (letter) => `-${letter}`);
  return apart.toLowerCase().replaceAll('_', '-');
}

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

type Profile = 'software' | 'security' | 'simplelicensing';

/** `memberOf(element, 'software', 'packageVersion')` is `software_packageVersion`, or `packageVersion`. */
export function memberOf(element: unknown, profile: Profile, name: string): unknown {
  return memberIn(element, `${profile}_${name}`) ?? memberIn(element, name);
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
