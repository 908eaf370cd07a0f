/**
 * Selects the components to match: the distinct checkable components of all real documents, in an order that mixes families and
 * documents and is the same in every run. If there are too few, later versions of the same packages follow.
 */
import { createHash } from 'node:crypto';
import { canonicalPackage } from '../src/core/match/identify-package.ts';
import type { PackageVersion } from '../src/core/match/match.ts';
import type { RealDocument } from '../test/support/real-matches.ts';

/** The facts about a component that the matcher needs. */
export interface CheckedComponent {
  readonly package: PackageVersion;
  readonly keys: readonly string[];
}

export function listDistinct(documents: readonly RealDocument[]): readonly CheckedComponent[] {
  const distinct = new Map<string, CheckedComponent>();
  for (const { members } of documents) {
    for (const { canonical, package: own, notChecked, keys } of members) {
      if (own !== null && notChecked === null) distinct.set(hash(canonical), { package: own, keys });
    }
  }
  return [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component);
}

/** Returns the first ones; a smaller selection is a prefix of a larger one. */
export function choose(distinct: readonly CheckedComponent[], count: number): readonly CheckedComponent[] {
  const chosen = new Map<string, CheckedComponent>();
  for (let step = 0; chosen.size < count && distinct.length > 0; step += 1) {
    for (const component of distinct) {
      if (chosen.size === count) break;
      const later = { ...component, package: raise(component.package, step) };
      chosen.set(canonicalPackage(later.package), later);
    }
  }
  return [...chosen.values()];
}

function raise({ identity, version, assumptions }: PackageVersion, step: number): PackageVersion {
  if (step === 0) return { identity, version, assumptions };
  const { source } = identity;
  const built = source?.version === undefined ? source : { ...source, version: raiseText(source.version, step) };
  return { identity: { ...identity, source: built }, version: raiseText(version, step), assumptions };
}

const LAST_NUMBER = /[0-9]+(?=[^0-9]*$)/;

/** `raiseText('1.2.9-alpine', 1)` returns `1.2.10-alpine`; a version without a number gets one. */
function raiseText(version: string, step: number): string {
  const raised = version.replace(LAST_NUMBER, (digits) => String(BigInt(digits) + BigInt(step)));
  return raised === version ? `${version}.${step}` : raised;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
