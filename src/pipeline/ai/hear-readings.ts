/**
 * Evaluates stored answers of a model against other profiles, to show the effect of a profile change. It assumes that the model
 * would answer the same; the model is not called.
 */
import type { JudgmentSettings } from '../../core/relevance/judge-finding.ts';
import type { Opinion } from '../../core/relevance/opinion.ts';
import type { OrgTx } from '../../store/database.ts';
import type { GatheredOpinions } from '../gather-opinions.ts';
import type { MatchedVersion } from '../matched-version.ts';
import { keyOf, type PublishedVersion, type VersionContext } from '../opinion-subject.ts';
import type { AiServices } from './ai-deps.ts';
import { getAiAvailability } from './ai-standing.ts';
import { toAssessmentSubjects } from './reading-subject.ts';
import { reevaluateAnswer, replayAnswers } from './replay-readings.ts';

export interface AnswerReplay {
  readonly settings: JudgmentSettings;
  /** By `keyOf`. */
  readonly answersWith: (
    profiles: Pick<VersionContext['profiles'], 'profilesOf' | 'appliesTo'>,
  ) => ReadonlyMap<string, readonly Opinion[]>;
}

/** Returns undefined if AI has no effect, or the model was never asked. */
export async function prepareAnswerReplay(
  ai: AiServices | undefined,
  tx: OrgTx,
  version: PublishedVersion,
  { at, matched, gathered }: { readonly at: string; readonly matched: MatchedVersion; readonly gathered: GatheredOpinions },
): Promise<AnswerReplay | undefined> {
  const { settings, off } = await getAiAvailability(ai, tx, version.serviceId);
  if (ai === undefined || off !== null || !gathered.hasReadings) return undefined;
  const kept = await replayAnswers(ai, tx, version, { at, matched, gathered, settings });
  const isRead = ({ id, matches }: MatchedVersion['components'][number]): boolean =>
    matches.some(({ groupId }) => kept.has(keyOf({ componentId: id, groupId })));
  const read = { ...matched, components: matched.components.filter(isRead) };
  return {
    settings: { guards: settings.guards, mode: settings.mode },
    answersWith: (profiles) => {
      const answers = new Map<string, readonly Opinion[]>();
      for (const { key, subject } of toAssessmentSubjects(read, { places: gathered.places, profiles })) {
        const reading = kept.get(key);
        const opinion = reading && reevaluateAnswer(reading, subject, { settings, at });
        if (opinion !== undefined && opinion !== null) answers.set(key, [opinion]);
      }
      return answers;
    },
  };
}
