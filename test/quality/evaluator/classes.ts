/**
 * Classifies pairs that only one side reports. A pair that the product neither reports nor explains is `silent`, and one that it
 * reports beyond the specification without an assumption is `unexplained`: neither may occur.
 */
import type { SetMember } from '../../../src/core/match/components/component-set.ts';
import type { PackageMatch } from '../../../src/core/match/match.ts';
import { schemeFor } from '../../../src/core/versions/schemes/scheme-for.ts';
import { findStatedBound } from './evaluate.ts';
import type { FiledEntry, RecordIndex } from './record-index.ts';
import { toSpecPackage, type SpecPackage } from './to-spec-package.ts';

export const SILENT = 'silent';
export const UNEXPLAINED = 'unexplained';

export interface MissingPair {
  /** Why the product counts the component as not checked; undefined if it counts as checked. */
  readonly notChecked: string | undefined;
  /** Matches of the product for the vulnerability, other than "affected". */
  readonly matches: readonly PackageMatch[];
  readonly about: SpecPackage;
  /** The entries that contain the version. */
  readonly hits: readonly FiledEntry[];
}

export function explainMissing({ notChecked, matches, about, hits }: MissingPair): string {
  if (notChecked !== undefined) return `not checked: ${notChecked}`;
  const open = matches.find(({ state }) => state === 'cannot_assess');
  if (open !== undefined) return `cannot assess: ${open.evidence.find(({ reason }) => reason !== undefined)?.reason}`;
  // Only a bound stated by a language record itself overrides its range.
  const bounds = hits.map(({ affected }) => findStatedBound(about.version, affected, about.ecosystem));
  return bounds.every((bound) => bound !== undefined) ? (bounds[0] ?? SILENT) : SILENT;
}

// Assumptions that make the product match more than the specification does.
const WIDER: readonly string[] = [
  'group-made-up',
  'maven-group-guessed',
  'name-case-folded',
  'parent-module',
  'identity-from-tool',
  'several-packages',
  'unparsable-version',
];

export function explainOurs(member: SetMember, { assumptions, evidence }: PackageMatch, index: RecordIndex): string {
  const wider = WIDER.find((each) => assumptions.includes(each));
  if (wider !== undefined) return wider;
  const about = toSpecPackage({ purl: member.purl ?? '', version: member.version ?? '' });
  if (about === undefined) return 'other purl type';
  if (member.purl?.includes('#') === true) return 'subpath';
  if (about.importPath !== undefined) return 'standard library';
  const told = new Set(evidence.map(({ recordId }) => recordId));
  const entries = index.entriesOf(about).filter(({ recordId }) => told.has(recordId));
  if (entries.some((entry) => isListedOtherwise(about, entry))) return 'listed in another spelling';
  return entries.some((entry) => hasTie(about, entry)) ? 'events at one version' : UNEXPLAINED;
}

/** `v1.2.3` in a list of versions that has `1.2.3`. */
function isListedOtherwise({ ecosystem, version }: SpecPackage, { affected }: FiledEntry): boolean {
  const order = schemeFor(ecosystem.order);
  const parsed = order.parse(version);
  return (affected.versions ?? []).some((text) => {
    const listed = order.parse(text);
    return parsed !== undefined && listed !== undefined && order.compare(parsed, listed) === 0;
  });
}

/** The specification does not say which of `fixed: 2.0` and `introduced: 2.0` comes first. */
function hasTie({ ecosystem }: SpecPackage, { affected }: FiledEntry): boolean {
  const order = schemeFor(ecosystem.order);
  return (affected.ranges ?? []).some(({ events = [] }) => {
    const bounds = (kind: string): object[] => events.flatMap((event) => order.parse(event[kind] ?? '') ?? []);
    return bounds('introduced').some((start) => bounds('fixed').some((end) => order.compare(start, end) === 0));
  });
}
