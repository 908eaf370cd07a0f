/**
 * What an advisory demands by its fields for machines: platforms, ratings, weaknesses. Nobody has to read these, so they are added
 * to what a model has read, after it, and carry no quote. Ratings count only where all of them say the same.
 */
import { metricsOf } from '../../advisory/rated-metrics.ts';
import { isCommandInjection } from '../rules/exec-denied.ts';
import type { Subject } from '../subject.ts';
import type { FactsReading, Precondition, PreconditionType } from './reading.ts';

type Advised = Pick<Subject, 'match' | 'vulnerability'>;

/** Adds each of them once, so that adding them again changes nothing: answers refer to the list by position. */
export function addStructuredPreconditions(subject: Advised, facts: FactsReading): FactsReading {
  const given = facts.preconditions;
  const missing = structuredPreconditions(subject).filter((each) => !given.some((other) => isSame(each, other)));
  return { preconditions: [...given, ...missing] };
}

/** Whether code says the same of itself: only then a precondition needs no quote. */
export function isStructured(subject: Advised, precondition: Precondition): boolean {
  return structuredPreconditions(subject).some((each) => isSame(each, precondition));
}

function isSame(a: Precondition, b: Precondition): boolean {
  return a.type === b.type && a.value === b.value && a.quote === b.quote && a.necessary === b.necessary;
}

function structuredPreconditions({ match, vulnerability }: Advised): readonly Precondition[] {
  const ratings = vulnerability.cvss.map(metricsOf);
  return [
    ...platforms(match.platforms, 'os'),
    ...platforms(match.platforms, 'arch'),
    ...(isCommandInjection(vulnerability.cwes) ? [demand('requires_process_exec')] : []),
    ...RATED.filter(({ isSaid }) => ratings.length > 0 && ratings.every(isSaid)).map(({ type }) => demand(type)),
  ];
}

/** A record without such a limit is limited to nothing, whatever the others say. */
function platforms(limits: Subject['match']['platforms'], kind: 'os' | 'arch'): readonly Precondition[] {
  if (limits.length === 0 || limits.some((limit) => limit[kind].length === 0)) return [];
  const words = new Set(limits.flatMap((limit) => limit[kind]));
  return [demand(kind, [...words].toSorted().join(', '))];
}

function demand(type: PreconditionType, value: string | null = null): Precondition {
  return { type, value, quote: '', necessary: true };
}

type Metrics = ReadonlyMap<string, string>;

/** The metrics of version 3 and 4; those of version 2 have other words for most of it, and say less. */
const RATED: readonly { readonly type: PreconditionType; readonly isSaid: (metrics: Metrics) => boolean }[] = [
  { type: 'attack_vector_local', isSaid: (metrics) => metrics.get('AV') === 'L' },
  { type: 'requires_auth', isSaid: (metrics) => metrics.get('AV') === 'N' && has(metrics, 'PR', ['L', 'H']) },
  { type: 'requires_user_interaction', isSaid: (metrics) => has(metrics, 'UI', ['R', 'P', 'A']) },
  { type: 'dos_only', isSaid: (metrics) => harmsOnlyAvailability(metrics) },
];

function has(metrics: Metrics, metric: string, values: readonly string[]): boolean {
  return values.includes(metrics.get(metric) ?? '');
}

function harmsOnlyAvailability(metrics: Metrics): boolean {
  const impacts = metrics.has('VC') ? ['VC', 'VI', 'SC', 'SI', 'SA'] : ['C', 'I'];
  const harm = metrics.get(metrics.has('VC') ? 'VA' : 'A') ?? 'N';
  return harm !== 'N' && impacts.every((metric) => metrics.get(metric) === 'N');
}
