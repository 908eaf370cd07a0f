/** ENTRY. Returns the recommendation for one package version: the target, and advice when no version is clean. */
import { isEndOfLife } from '../identity/distro/end-of-life.ts';
import { chooseTarget, type TargetQuestion } from './targets/choose-target.ts';
import { adviseWithoutCleanVersion, type NoCleanAnswer, type NoCleanVersionFacts } from './no-clean-version.ts';
import type { TargetAnswer } from './targets/target.ts';

export interface RecommendContext extends Pick<NoCleanVersionFacts, 'replacement' | 'workaround' | 'feature'> {
  /** As the package manager spells it. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface Recommendation {
  readonly answer: TargetAnswer;
  readonly withoutClean?: NoCleanAnswer;
}

/** `answer` is the result of `chooseTarget` for the question, if the caller already has it. */
export function recommend(
  question: TargetQuestion,
  { at, ...context }: RecommendContext,
  answer: TargetAnswer = chooseTarget(question),
): Recommendation {
  const { package: packageVersion, entries } = question;
  const hasNothingToSay = answer.outcome === 'clean' && entries.every((each) => each.class !== 'malicious');
  if (answer.outcome === 'not_needed' || hasNothingToSay) return { answer };
  const own = answer.own.filter(({ state }) => state === 'affected');
  const status = own.find(({ fixState }) => fixState === 'wont_fix')?.urgency;
  const channel = own.find(({ fixChannel }) => fixChannel !== undefined)?.fixChannel;
  const withoutClean = adviseWithoutCleanVersion({
    ...context,
    answer,
    classes: own.map((match) => match.class),
    fixStates: own.map(({ fixState }) => fixState),
    ...(answer.introducedAt !== undefined && { notAffectedBefore: answer.introducedAt }),
    ...(channel !== undefined && { channel }),
    isReleaseEnded: isEndOfLife(packageVersion.identity, at),
    ...(status !== undefined && { distroStatus: { status, source: packageVersion.identity.family } }),
  });
  return withoutClean === undefined ? { answer } : { answer, withoutClean };
}
