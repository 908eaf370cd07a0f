/**
 * The list of ecosystems that advisories are read and components are identified for. A further one is a file with its rules and
 * a line here; its order of versions lives in `core/versions`.
 */
import { debian } from './ecosystems/debian.ts';
import { maven } from './ecosystems/maven.ts';
import { npm } from './ecosystems/npm.ts';
import { pypi } from './ecosystems/pypi.ts';
import type { EcosystemRules } from './ecosystem-rules.ts';
import type { Family } from './package-identity.ts';
import type { Purl } from './purl.ts';

export const ECOSYSTEMS: readonly EcosystemRules[] = [npm, pypi, maven, debian];

/** The ecosystem of a purl; undefined when it is not read yet, as `pkg:deb/ubuntu/..`. */
export function findEcosystem({ type, namespace }: Pick<Purl, 'type' | 'namespace'>): EcosystemRules | undefined {
  return ECOSYSTEMS.find(
    ({ purlType, purlNamespace }) =>
      purlType === type && (purlNamespace === undefined || purlNamespace === namespace?.toLowerCase()),
  );
}

export interface OsvEcosystem {
  readonly family: Family;
  /** Empty where the family has none, or where the text names none. */
  readonly release: string;
  readonly rules: EcosystemRules;
}

/** `Debian:12`, `npm`, `Maven:https://repo.example.org/`: what stands behind the colon is a release only for a distribution. */
export function findOsvEcosystem(text: string): OsvEcosystem | undefined {
  const colon = text.indexOf(':');
  const name = colon === -1 ? text : text.slice(0, colon);
  const rules = ECOSYSTEMS.find(({ family }) => family === name);
  if (rules === undefined) return undefined;
  const release = rules.distribution === undefined || colon === -1 ? '' : text.slice(colon + 1);
  return { family: rules.family, release, rules };
}
