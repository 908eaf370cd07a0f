/** Notations that SPDX 2 and 3 share: terms as IRIs, terms for no value, and agents with a kind before the name. */

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
