/**
 * Evaluates the scope of a component in all documents. The worst place decides: every document of the version has to say that it
 * is not needed, and a component in an image or a deployed system counts as needed whatever its scope is.
 */
import type { Evidence } from '../opinions/opinion.ts';
import type { ComponentPlace, Subject } from '../subject/subject.ts';

import type { ComponentScope } from '../../vocabulary/sbom.ts';

const DEVELOPMENT_SCOPES: ReadonlySet<ComponentScope> = new Set(['development', 'test', 'excluded']);

/** Returns whether the component is for development and tests only. */
export function isDevelopmentOnly({ places }: Pick<Subject, 'places'>): boolean {
  return places.length > 0 && places.every(isDevelopmentOnlyAt);
}

function isDevelopmentOnlyAt({ scope, document }: ComponentPlace): boolean {
  return DEVELOPMENT_SCOPES.has(scope) && !document.isContainer && document.kind !== 'deployed';
}

/** Embedded malicious code, and code from an untrusted source. */
const HARMFUL_AT_BUILD: ReadonlySet<string> = new Set(['CWE-506', 'CWE-829']);

/** Code that does harm during a build also does so as a development dependency. */
export function isHarmfulAtBuild({ match, vulnerability }: Pick<Subject, 'match' | 'vulnerability'>): boolean {
  return match.class === 'malicious' || vulnerability.cwes.some((cwe) => HARMFUL_AT_BUILD.has(cwe));
}

/** Returns the strongest need of any document if it is less than required; undefined: required or unknown. */
export function findReducedScope(subject: Subject): 'optional' | 'build' | undefined {
  const isHarmful = isHarmfulAtBuild(subject);
  const isLesser = subject.places.every((place) => {
    if (place.scope === 'optional' || place.scope === 'build') return true;
    return isDevelopmentOnlyAt(place) && !(place.scope === 'development' && isHarmful);
  });
  if (!isLesser) return undefined;
  return (['optional', 'build'] as const).find((need) => subject.places.some(({ scope }) => scope === need));
}

export function toScopeEvidence({ places }: Pick<Subject, 'places'>): readonly Evidence[] {
  return places.map(({ sbomId, scope }) => ({ type: 'sbom', path: `${sbomId ?? 'document'}: scope`, value: scope }));
}
