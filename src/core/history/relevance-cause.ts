/**
 * Why a finding that stays matters more or less than before, where neither the code nor an advisory is the reason: somebody has
 * decided, or taken it back, or a security profile says something else. What ended a decision counts, not that it ended.
 */
import type { Opinion, PremiseChange } from '../relevance/opinion.ts';
import type { Verdict } from '../relevance/verdict.ts';

/** What decided about a finding in one place, as far as it tells why that changed. */
export interface DecidingWord {
  readonly basis: Verdict['basis'];
  /** Of a decision or a statement. */
  readonly sourceId: string | null;
  /** It rests on a security profile or a runtime document. */
  readonly isOfProfile: boolean;
  /** Why decisions of people do not count any more. */
  readonly broken: readonly PremiseChange[];
  /** A model has read it and would not hide it, or is not heard. */
  readonly isModelSilent: boolean;
}

export type JudgedCause = 'code' | 'advisory' | 'decision' | 'profile';

/** Of the words that decide in each place of a finding. Undefined: what is known of documents and advisories explains it. */
export function findRelevanceCause(
  before: readonly DecidingWord[],
  now: readonly DecidingWord[],
  { isOtherProfile }: { readonly isOtherProfile: boolean },
): JudgedCause | undefined {
  const broken = now.flatMap((word) => word.broken).filter((change) => !hasBroken(before, change));
  const ofBroken = broken.flatMap((change) => CAUSES[change] ?? []);
  const [first] = ofBroken.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  if (first !== undefined && before.some(isOfPerson)) return first;
  if (hasOtherSource(before, now)) return 'decision';
  if (isOtherProfile && [...before, ...now].some(({ isOfProfile }) => isOfProfile)) return 'profile';
  if (hasModelSpoken(before, now)) return 'profile';
  return undefined;
}

/** What a model reads are the profiles: it lowers a finding from now on, or no longer does, though nothing else has changed. */
function hasModelSpoken(before: readonly DecidingWord[], now: readonly DecidingWord[]): boolean {
  const isOfModel = ({ basis }: DecidingWord): boolean => basis === 'ai';
  if (!before.some(isOfModel)) return now.some(isOfModel);
  return !now.some(isOfModel) && now.some(({ isModelSilent }) => isModelSilent);
}

/**
 * What is worse was not the doing of whoever has decided; that a time has come was foreseen. An advisory that only says something
 * else ends nothing.
 */
const CAUSES: Readonly<Record<PremiseChange, JudgedCause | undefined>> = {
  'severity-raised': 'advisory',
  'known-exploited': 'advisory',
  'exploitation-active': 'advisory',
  'advisory-changed': undefined,
  'profile-changed': 'profile',
  'major-version-changed': 'code',
  expired: 'decision',
};
const ORDER: readonly JudgedCause[] = ['advisory', 'profile', 'decision', 'code'];

function hasBroken(words: readonly DecidingWord[], change: PremiseChange): boolean {
  return words.some(({ broken }) => broken.includes(change));
}

function isOfPerson({ basis }: DecidingWord): boolean {
  return basis === 'human';
}

function hasOtherSource(before: readonly DecidingWord[], now: readonly DecidingWord[]): boolean {
  const [a, b] = [sourcesOf(before), sourcesOf(now)];
  return JSON.stringify(a) !== JSON.stringify(b);
}

function sourcesOf(words: readonly DecidingWord[]): string[] {
  const said = words.filter(({ basis }) => basis === 'human' || basis === 'vex');
  return [...new Set(said.map(({ sourceId }) => sourceId ?? ''))].toSorted();
}

/** Of a finding that is being published. */
export function toDecidingWord(
  reasons: readonly (Pick<Opinion, 'kind' | 'sourceId' | 'evidence' | 'applies' | 'changedSince'> &
    Partial<Pick<Opinion, 'effect'>>)[],
  basis: Verdict['basis'],
): DecidingWord {
  const deciding = basis === 'default' ? undefined : reasons[0];
  return {
    basis,
    sourceId: deciding?.sourceId ?? null,
    isOfProfile:
      deciding !== undefined &&
      (deciding.kind === 'ai' || deciding.evidence.some(({ type }) => type === 'profile' || type === 'runtime')),
    broken: reasons
      .filter(({ kind, applies }) => kind === 'human' && applies === false)
      .flatMap(({ changedSince }) => changedSince ?? []),
    isModelSilent: reasons.some(
      ({ kind, applies, effect }) => kind === 'ai' && (applies === false || effect === 'annotate'),
    ),
  };
}
