/**
 * Evaluates the stored answers of models about the findings of a version against the current texts, profiles and guards whenever
 * the version is published. The model is not called. If AI is disabled, the answers are shown but have no effect.
 */
import type { JudgmentSettings } from '../../core/relevance/judge-finding.ts';
import type { Opinion } from '../../core/relevance/opinion.ts';
import type { OrgTx } from '../../store/database.ts';
import type { GatheredOpinions } from '../gather-opinions.ts';
import type { MatchedVersion } from '../matched-version.ts';
import type { PublishedVersion } from '../opinion-subject.ts';
import type { AiServices } from './ai-deps.ts';
import type { AiAvailability } from './ai-standing.ts';
import { replayAnswers } from './replay-readings.ts';

export interface GatheredAnswers {
  /** By `keyOf`. */
  readonly answers: ReadonlyMap<string, readonly Opinion[]>;
  readonly settings: JudgmentSettings;
}

export async function gatherAnswers(
  { parts, settings, off }: AiAvailability & { readonly parts: AiServices | undefined },
  tx: OrgTx,
  version: PublishedVersion,
  published: { readonly at: string; readonly matched: MatchedVersion; readonly gathered: GatheredOpinions },
): Promise<GatheredAnswers> {
  const isHeard = off === null;
  const judgment = isHeard ? { guards: settings.guards, mode: settings.mode } : {};
  if (parts === undefined || !published.gathered.hasReadings) return { answers: new Map(), settings: judgment };
  const kept = await replayAnswers(parts, tx, version, { ...published, settings });
  const answers = new Map(
    [...kept].flatMap(([key, { opinion }]) =>
      opinion === null ? [] : [[key, [isHeard ? opinion : withoutEffect(opinion)]] as const],
    ),
  );
  return { answers, settings: judgment };
}

function withoutEffect(opinion: Opinion): Opinion {
  return { ...opinion, applies: false };
}
