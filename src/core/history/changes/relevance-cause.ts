/**
 * Explains why the relevance of an existing finding changed when neither the code nor an advisory is the reason: a decision was
 * made or reverted, a question was answered, a security profile changed, or an analysis of calls was sent or deleted. When a
 * decision ended, the cause is what ended it, not the end itself.
 */
import { isSameList, uniqueSorted } from '../../collections/text-lists.ts';
import type { Opinion, Verdict } from '../../relevance/opinions/opinion.ts';
import type { Cause } from '../../vocabulary/change.ts';
import type { ConditionChange } from '../../vocabulary/decision.ts';

/** The deciding opinion about a finding in one place, reduced to what explains a change. */
export interface DecidingOpinion {
  readonly basis: Verdict['basis'];
  /** Id of the decision or VEX statement. */
  readonly sourceId: string | null;
  /** The opinion is based on a security profile or a runtime document. */
  readonly isProfileBased: boolean;
  /** Hashes of the reachability documents that say something about the finding. */
  readonly analyses: readonly string[];
  /** Answers to questions that the opinion is based on. */
  readonly answers: readonly string[];
  /** Why human decisions no longer apply. */
  readonly broken: readonly ConditionChange[];
  /** An AI assessment exists, but it does not hide the finding or does not apply. */
  readonly isAiInactive: boolean;
}

export type RelevanceCause = Exclude<Cause, 'engine'>;

/** Compares the deciding opinions of all places of a finding. Undefined: documents and advisories explain the change. */
export function findRelevanceCause(
  before: readonly DecidingOpinion[],
  now: readonly DecidingOpinion[],
  { isOtherProfile }: { readonly isOtherProfile: boolean },
): RelevanceCause | undefined {
  const wasBroken = new Set(before.flatMap((opinion) => opinion.broken));
  const broken = now.flatMap((opinion) => opinion.broken).filter((change) => !wasBroken.has(change));
  const ofBroken = broken.flatMap((change) => CAUSES[change] ?? []);
  const [first] = ofBroken.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  if (first !== undefined && before.some(({ basis }) => basis === 'human')) return first;
  if (!isSameList(sourcesOf(before), sourcesOf(now))) return 'decision';
  if (!isSameList(answersOf(before), answersOf(now))) return 'decision';
  if (!isSameList(analysesOf(before), analysesOf(now))) return 'reachability';
  if (isOtherProfile && [...before, ...now].some(({ isProfileBased }) => isProfileBased)) return 'profile';
  if (hasAiAssessmentChanged(before, now)) return 'profile';
  return undefined;
}

/** An AI assessment is based on the profiles: it now lowers a finding, or no longer does, although nothing else changed. */
function hasAiAssessmentChanged(before: readonly DecidingOpinion[], now: readonly DecidingOpinion[]): boolean {
  const isOfModel = ({ basis }: DecidingOpinion): boolean => basis === 'ai';
  if (!before.some(isOfModel)) return now.some(isOfModel);
  return !now.some(isOfModel) && now.some(({ isAiInactive }) => isAiInactive);
}

/**
 * A higher risk comes from the advisory, not from the decision; an expiry was part of the decision. A mere change of the advisory
 * text does not end a decision.
 */
const CAUSES: Readonly<Record<ConditionChange, RelevanceCause | undefined>> = {
  'severity-raised': 'advisory',
  'known-exploited': 'advisory',
  'exploitation-active': 'advisory',
  'advisory-changed': undefined,
  'profile-changed': 'profile',
  'major-version-changed': 'code',
  expired: 'decision',
};
const ORDER: readonly RelevanceCause[] = ['advisory', 'profile', 'decision', 'code'];

function sourcesOf(opinions: readonly DecidingOpinion[]): string[] {
  const decisions = opinions.filter(({ basis }) => basis === 'human' || basis === 'vex');
  return uniqueSorted(decisions.map(({ sourceId }) => sourceId ?? ''));
}

function analysesOf(opinions: readonly DecidingOpinion[]): string[] {
  return uniqueSorted(opinions.flatMap(({ analyses }) => analyses));
}

function answersOf(opinions: readonly DecidingOpinion[]): string[] {
  return uniqueSorted(opinions.flatMap(({ answers }) => answers));
}

/** Returns the deciding opinion of a finding that is being published. */
export function toDecidingOpinion(
  reasons: readonly (Pick<Opinion, 'kind' | 'sourceId' | 'evidence' | 'applies' | 'changedSince'> &
    Partial<Pick<Opinion, 'effect'>>)[],
  basis: Verdict['basis'],
): DecidingOpinion {
  const deciding = basis === 'default' ? undefined : reasons[0];
  return {
    basis,
    sourceId: deciding?.sourceId ?? null,
    isProfileBased:
      deciding !== undefined &&
      (deciding.kind === 'ai' || deciding.evidence.some(({ type }) => type === 'profile' || type === 'runtime')),
    analyses: reasons.flatMap(({ evidence }) =>
      evidence.flatMap(({ type, hash }) => (type === 'reachability' ? (hash ?? []) : [])),
    ),
    answers: (deciding?.evidence ?? []).flatMap(({ type, path, value }) =>
      type === 'answer' ? [`${path} ${value ?? ''}`] : [],
    ),
    broken: reasons
      .filter(({ kind, applies }) => kind === 'human' && applies === false)
      .flatMap(({ changedSince }) => changedSince ?? []),
    isAiInactive: reasons.some(
      ({ kind, applies, effect }) => kind === 'ai' && (applies === false || effect === 'annotate'),
    ),
  };
}
