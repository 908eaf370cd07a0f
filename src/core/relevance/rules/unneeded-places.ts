/**
 * What documents say that a component is there for. The worst place wins: every document of the version has to say that it is not
 * needed, and what lies in an image or a deployed system is there, whatever it was meant for.
 */
import type { Scope } from '../../sbom/inventory.ts';
import type { Evidence } from '../opinion.ts';
import type { ComponentPlace, Subject } from '../subject.ts';
import { toEvidence } from './rule.ts';

const UNNEEDED: ReadonlySet<Scope> = new Set(['development', 'test', 'excluded']);

/** For development and tests alone. */
export function isUnneeded({ places }: Pick<Subject, 'places'>): boolean {
  return places.length > 0 && places.every(isUnneededAt);
}

function isUnneededAt({ scope, document }: ComponentPlace): boolean {
  return UNNEEDED.has(scope) && !document.isContainer && document.kind !== 'deployed';
}

/** Embedded malicious code, and code from somewhere that nobody controls. */
const HARMFUL_AT_BUILD: ReadonlySet<string> = new Set(['CWE-506', 'CWE-829']);

/** Code that does its harm where software is built is no better for being there for development. */
export function harmsAtBuild({ match, vulnerability }: Pick<Subject, 'match' | 'vulnerability'>): boolean {
  return match.class === 'malicious' || vulnerability.cwes.some((cwe) => HARMFUL_AT_BUILD.has(cwe));
}

/** The most that any document needs it for, where that is less than required; undefined: it is, or nobody says. */
export function findLesserNeed(subject: Subject): 'optional' | 'build' | undefined {
  const isHarmful = harmsAtBuild(subject);
  const isLesser = subject.places.every((place) => {
    if (place.scope === 'optional' || place.scope === 'build') return true;
    return isUnneededAt(place) && !(place.scope === 'development' && isHarmful);
  });
  if (!isLesser) return undefined;
  return (['optional', 'build'] as const).find((need) => subject.places.some(({ scope }) => scope === need));
}

export function scopesOf({ places }: Pick<Subject, 'places'>): readonly Evidence[] {
  return toEvidence(
    places.map(({ sbomId, scope }) => ({ type: 'sbom', path: `${sbomId ?? 'document'}: scope`, value: scope })),
  );
}
