/**
 * What models have said about the findings of a version, as it stands today: answers that were given before are held against the
 * texts, profiles and guards of now, whenever the version is published. Nobody is asked. Where AI is off, they are told and count
 * for nothing.
 */
import type { JudgmentSettings } from '../../core/relevance/judge-finding.ts';
import type { Opinion } from '../../core/relevance/opinion.ts';
import type { AiSettings } from '../../store/ai/ai-settings.ts';
import { keyOfQuestion } from '../../store/ai/model-answers.ts';
import type { OrgTx } from '../../store/database.ts';
import type { Gathered } from '../gather-opinions.ts';
import type { MatchedVersion } from '../matched-version.ts';
import type { PublishedVersion } from '../opinion-subject.ts';
import type { AiParts } from './ai-deps.ts';
import type { AiStanding } from './ai-standing.ts';
import { toAnswer } from './ask-model.ts';
import { readKnown } from './known-readings.ts';
import { readFinding, type DatedAsk } from './read-finding.ts';
import { readTextsOf, toFindingInput, toReadingSubjects } from './reading-subject.ts';

export interface GatheredAnswers {
  /** By `keyOf`. */
  readonly answers: ReadonlyMap<string, readonly Opinion[]>;
  readonly settings: JudgmentSettings;
}

export async function gatherAnswers(
  { parts, settings, off }: AiStanding & { readonly parts: AiParts | undefined },
  tx: OrgTx,
  version: PublishedVersion,
  published: { readonly at: string; readonly matched: MatchedVersion; readonly gathered: Gathered },
): Promise<GatheredAnswers> {
  const isHeard = off === null;
  const judgment = isHeard ? { guards: settings.guards, mode: settings.mode } : {};
  if (parts === undefined || !published.gathered.hasReadings) return { answers: new Map(), settings: judgment };
  const opinions = await replay(parts, tx, version, { ...published, settings });
  const answers = new Map([...opinions].map(([key, opinion]) => [key, [isHeard ? opinion : withoutEffect(opinion)]]));
  return { answers, settings: judgment };
}

function withoutEffect(opinion: Opinion): Opinion {
  return { ...opinion, applies: false };
}

async function replay(
  ai: AiParts,
  tx: OrgTx,
  version: PublishedVersion,
  { at, matched, gathered, settings }: Parameters<typeof gatherAnswers>[3] & { readonly settings: AiSettings },
): Promise<ReadonlyMap<string, Opinion>> {
  const all = toReadingSubjects(matched, gathered);
  const { answers, questionsOf } = await readKnown(tx, version.serviceId, settings.model ?? '', all);
  const subjects = all.filter((subject) => questionsOf(subject) !== undefined);
  const textsOf = await readTextsOf(tx, subjects);
  const recall: DatedAsk = async (question) => {
    const answer = answers.get(keyOfQuestion(question));
    if (answer === undefined) return { answer: { status: 'not_asked', reason: 'unknown' }, at: null };
    return { answer: toAnswer(answer), at: answer.at };
  };
  const opinions = new Map<string, Opinion>();
  for (const subject of subjects) {
    const input = toFindingInput(subject, textsOf(subject), { sharing: settings.sharing, notes: gathered.notes });
    const { opinion } = await readFinding(ai, recall, input, { settings, now: at });
    if (opinion !== null) opinions.set(subject.key, opinion);
  }
  return opinions;
}
