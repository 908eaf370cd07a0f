/**
 * The evaluation algorithm of the OSV schema, as published: https://ossf.github.io/osv-schema/#evaluation. Only the version
 * orders are shared with the product. Where the algorithm is undefined (a version that its order cannot parse), the result here
 * is "not affected".
 */
import { schemeFor } from '../../../src/core/versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../../src/core/versions/version-scheme.ts';
import type { SpecEcosystem } from './ecosystems.ts';

export interface OsvAffected {
  readonly package?: { readonly ecosystem?: string; readonly name?: string };
  readonly ranges?: readonly OsvRange[];
  readonly versions?: readonly string[];
  readonly database_specific?: { readonly last_known_affected_version_range?: string };
  readonly ecosystem_specific?: {
    readonly custom_ranges?: readonly OsvRange[];
    readonly imports?: readonly { readonly path?: string }[];
  };
}

export interface OsvRange {
  readonly type?: string;
  readonly events?: readonly Readonly<Record<string, string>>[];
}

/** Whether an element of `affected` contains the version. */
export function isVulnerable(version: string, affected: OsvAffected, ecosystem: SpecEcosystem): boolean {
  return (
    affected.versions?.includes(version) === true ||
    affected.ranges?.some((range) => isInRange(version, range, ecosystem)) === true
  );
}

/**
 * Returns a bound that the record states besides its open range: GitHub's last known affected version, or the ranges of the Go
 * database in the project's own versions. Undefined if there is none or it includes the version.
 */
export function findStatedBound(version: string, affected: OsvAffected, ecosystem: SpecEcosystem): string | undefined {
  const { custom_ranges: custom } = affected.ecosystem_specific ?? {};
  if (custom !== undefined && !custom.some((range) => isInRange(version, range, ecosystem))) return 'custom-bound';
  const [, operator, bound = ''] =
    /^(<=?) (.+)$/.exec(affected.database_specific?.last_known_affected_version_range ?? '') ?? [];
  if (operator === undefined) return undefined;
  const end = operator === '<' ? { fixed: bound } : { last_affected: bound };
  const stated = { type: 'ECOSYSTEM', events: [{ introduced: '0' }, end] };
  return isInRange(version, stated, ecosystem) ? undefined : 'last-known-bound';
}

/** A bound in the version order of its range. */
type Point = typeof START | typeof END | object;

// `introduced: "0"` is below every version, `limit: "*"` above every version.
const START = Symbol('before every version');
const END = Symbol('after every version');

function isInRange(text: string, { type, events = [] }: OsvRange, ecosystem: SpecEcosystem): boolean {
  if (type !== 'SEMVER' && type !== 'ECOSYSTEM') return false;
  const order = schemeFor(type === 'SEMVER' ? (ecosystem.semver ?? 'semver') : ecosystem.order);
  const sorted = sortEvents(order, events);
  const version = order.parse(text);
  if (sorted === undefined) return false;
  // A version that cannot be parsed is in a range only if the range has no bounds.
  if (version === undefined) return sorted.length === 1 && sorted[0]?.kind === 'introduced' && sorted[0].at === START;
  const limits = sorted.filter(({ kind }) => kind === 'limit');
  if (limits.length > 0 && limits.every(({ at }) => compare(order, version, at) >= 0)) return false;
  let vulnerable = false;
  for (const { kind, at } of sorted) {
    const relation = compare(order, version, at);
    if (kind === 'introduced' && relation >= 0) vulnerable = true;
    if (kind === 'fixed' && relation >= 0) vulnerable = false;
    if (kind === 'last_affected' && relation > 0) vulnerable = false;
  }
  return vulnerable;
}

interface SortedEvent {
  readonly kind: string;
  readonly at: Point;
}

/** Undefined if a bound cannot be parsed, so that the events cannot be sorted. */
function sortEvents(order: VersionScheme, events: NonNullable<OsvRange['events']>): SortedEvent[] | undefined {
  const points: SortedEvent[] = [];
  for (const [kind, text] of events.flatMap((event) => Object.entries(event))) {
    const at = toPoint(order, kind, text);
    if (at === undefined) return undefined;
    points.push({ kind, at });
  }
  return points.toSorted((a, b) => compare(order, a.at, b.at));
}

function toPoint(order: VersionScheme, kind: string, text: string): Point | undefined {
  if (kind === 'introduced' && text === '0') return START;
  return kind === 'limit' && text === '*' ? END : order.parse(text);
}

function compare(order: VersionScheme, a: Point, b: Point): number {
  if (a === b) return 0;
  if (a === START || b === END) return -1;
  if (a === END || b === START) return 1;
  return order.compare(a as object, b as object);
}
