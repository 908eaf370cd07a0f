/**
 * Derives preconditions from the structured fields of an advisory: platforms, ratings, weaknesses. They are appended to those of
 * the model and have no quote. Ratings count only when all of them agree.
 */
import { metricsOf } from '../../advisory/severity/cvss-metrics.ts';
import { isCommandInjection } from '../rules/exec-denied.ts';
import type { Subject } from '../subject/subject.ts';
import type { AdvisoryAssessment, Precondition, PreconditionType } from './assessment.ts';

type AdvisoryFields = Pick<Subject, 'match' | 'vulnerability'>;

/** Appends each once, so that repeating the call changes nothing: answers refer to preconditions by index. */
export function addStructuredPreconditions(subject: AdvisoryFields, facts: AdvisoryAssessment): AdvisoryAssessment {
  const given = facts.preconditions;
  const missing = listStructuredPreconditions(subject).filter((each) => !given.some((other) => isSame(each, other)));
  return { preconditions: [...given, ...missing] };
}

/** Returns whether the structured fields contain the precondition: only then it needs no quote. */
export function isStructured(subject: AdvisoryFields, precondition: Precondition): boolean {
  return listStructuredPreconditions(subject).some((each) => isSame(each, precondition));
}

function isSame(a: Precondition, b: Precondition): boolean {
  return a.type === b.type && a.value === b.value && a.quote === b.quote && a.necessary === b.necessary;
}

function listStructuredPreconditions({ match, vulnerability }: AdvisoryFields): readonly Precondition[] {
  const ratings = vulnerability.cvss.map(metricsOf);
  return [
    ...toPlatformPreconditions(match.platforms, 'os'),
    ...toPlatformPreconditions(match.platforms, 'arch'),
    ...(isCommandInjection(vulnerability.cwes) ? [toNecessaryPrecondition('command')] : []),
    ...CVSS_PRECONDITIONS.filter(({ isSaid }) => ratings.length > 0 && ratings.every(isSaid)).map(({ type }) =>
      toNecessaryPrecondition(type),
    ),
  ];
}

/** If one record has no limit, there is no limit at all. */
function toPlatformPreconditions(limits: Subject['match']['platforms'], kind: 'os' | 'arch'): readonly Precondition[] {
  if (limits.length === 0 || limits.some((limit) => limit[kind].length === 0)) return [];
  const words = new Set(limits.flatMap((limit) => limit[kind]));
  return [toNecessaryPrecondition(kind, [...words].toSorted().join(', '))];
}

function toNecessaryPrecondition(type: PreconditionType, value: string | null = null): Precondition {
  return { type, value, quote: '', necessary: true };
}

type Metrics = ReadonlyMap<string, string>;

/** Metrics of CVSS versions 3 and 4. Version 2 has different names for most of them, and fewer of them. */
const CVSS_PRECONDITIONS: readonly {
  readonly type: PreconditionType;
  readonly isSaid: (metrics: Metrics) => boolean;
}[] = [
  { type: 'local_user', isSaid: (metrics) => metrics.get('AV') === 'L' },
  { type: 'network_position', isSaid: (metrics) => metrics.get('AV') === 'A' },
  {
    type: 'authenticated',
    isSaid: (metrics) => metrics.get('AV') === 'N' && ['L', 'H'].includes(metrics.get('PR') ?? ''),
  },
];
