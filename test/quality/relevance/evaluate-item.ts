/** Evaluates one item once, exactly like the service: the same questions, verifier, guards and fold, without cache and budget. */
import { estimateTokens, PROMPT_VERSION, type Question } from '../../../src/ai/questions/question.ts';
import { gatherAssessment } from '../../../src/ai/gather-assessment.ts';
import { listSharedNotes } from '../../../src/core/relevance/assessments/verification/assessment-guards.ts';
import type { Ask, ModelAnswer, NotAsked } from '../../../src/ai/model-answer.ts';
import { foldOpinions } from '../../../src/core/relevance/opinions/fold-opinions.ts';
import { findGuards } from '../../../src/core/relevance/opinions/guards.ts';
import { isWorthReading } from '../../../src/core/relevance/assessments/select-for-assessment.ts';
import { verifyAssessment } from '../../../src/core/relevance/assessments/verification/verify-assessment.ts';
import type { SharingMode } from '../../../src/core/vocabulary/ai.ts';
import type { EvaluationItem } from './evaluation-item.ts';
import type { ItemOutcome } from './item-outcome.ts';
import { countQuotes, verdictIn } from './look-at-readings.ts';
import { toFindingInput } from './to-finding-input.ts';

export interface EvaluationSettings {
  readonly model: string;
  readonly sharing: SharingMode;
}

/** Items have publication dates; all are evaluated on this day. */
const EVALUATED_AT = '2026-11-01T12:00:00Z';

export async function evaluateItem(
  ask: Ask,
  item: EvaluationItem,
  settings: EvaluationSettings,
  run: number,
): Promise<ItemOutcome> {
  const { model, sharing } = settings;
  const input = toFindingInput(item, sharing);
  const { subject, texts } = input;
  const exchanges: Exchange[] = [];
  const listen: Ask = async (question, options) => {
    const answer = await ask(question, options);
    exchanges.push({ question, answer });
    return answer;
  };

  const verifier = { now: EVALUATED_AT };
  const assessment = isWorthReading(subject, texts)
    ? await gatherAssessment(listen, { ...input, model, settings: verifier })
    : { model, promptVersion: PROMPT_VERSION, at: EVALUATED_AT, sharing };
  const { opinion, code } = verifyAssessment({
    subject,
    texts,
    notes: listSharedNotes(input),
    assessment,
    settings: verifier,
  });
  const facts = { guards: findGuards(subject), malicious: false, mode: 'auto' } as const;
  const { status, suggestion, deciding } = foldOpinions(opinion === null ? [] : [opinion], facts);
  return {
    item: item.id,
    suite: item.suite,
    label: item.label,
    expected: item.justification,
    run,
    status,
    suggested: suggestion !== null,
    code,
    justification: (deciding ?? suggestion)?.justification ?? null,
    guards: opinion?.guards ?? [],
    claimed: verdictIn(assessment, input),
    quotes: countQuotes(assessment, input),
    ...addUp(exchanges),
  };
}

interface Exchange {
  readonly question: Question;
  readonly answer: ModelAnswer | NotAsked;
}

function addUp(exchanges: readonly Exchange[]): Pick<ItemOutcome, 'calls' | 'usage' | 'isEstimated' | 'latencyMs'> {
  const count = (status: string): number => exchanges.filter(({ answer }) => answer.status === status).length;
  const usages = exchanges.map((each) => usageOf(each) ?? estimateTokens(each.question));
  return {
    calls: { answered: count('answered'), abstained: count('abstained'), failed: count('failed') },
    usage: {
      tokensIn: usages.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
      tokensOut: usages.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
    },
    isEstimated: exchanges.some((each) => usageOf(each) === undefined),
    latencyMs: exchanges.reduce((sum, { answer }) => sum + ('latencyMs' in answer ? answer.latencyMs : 0), 0),
  };
}

function usageOf({ answer }: Exchange): { readonly tokensIn: number; readonly tokensOut: number } | undefined {
  return 'usage' in answer ? answer.usage : undefined;
}
