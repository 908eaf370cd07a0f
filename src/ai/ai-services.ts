/**
 * ENTRY. Everything in this folder that `main.ts` passes to other parts, bound to one outbound policy. Breakers and learned
 * abilities live as long as the process; a client lives as long as its caller uses it.
 */
import { AssayError } from '../core/errors.ts';
import type { AdvisoryAssessment } from '../core/relevance/assessments/assessment.ts';
import { requireAllowedUrl } from '../outbound/checked-address.ts';
import type { OutboundPolicy } from '../outbound/policy.ts';
import { FactsAnswer } from './questions/answer-schemas.ts';
import { buildFactsQuestion, buildSecondQuestion } from './questions/build-questions.ts';
import { createCircuitBreakers } from './client/circuit-breaker.ts';
import { estimateTokens, type Question } from './questions/question.ts';
import { gatherAssessment } from './gather-assessment.ts';
import type { ModelClient } from './model-answer.ts';
import { createModelClient, toServerKey } from './client/model-client.ts';
import { toOutputLimit, type ModelSettings } from './providers/provider.ts';
import { createAbilityMemory } from './providers/abilities.ts';
import { describeRequest, isKeyHeader } from './client/to-request.ts';

export function createAiServices({ policy, nowMs }: { readonly policy: OutboundPolicy; readonly nowMs: () => number }) {
  const breakerOf = createCircuitBreakers(nowMs);
  const abilities = createAbilityMemory();
  return {
    allowsPrivate: policy.allowPrivate,
    problemOfUrl: (url: URL): string | undefined => findUrlProblem(url, policy),
    isKeyHeader,
    openClient: (
      organization: string,
      settings: ModelSettings,
      {
        key,
        keepsBodies,
        isTry = false,
      }: { readonly key: string | null; readonly keepsBodies: boolean; readonly isTry?: boolean },
    ): ModelClient =>
      createModelClient({
        settings,
        key,
        policy,
        abilities,
        keepBodies: keepsBodies,
        ...(!isTry && { breaker: breakerOf(organization) }),
      }),
    gatherAssessment,
    readFacts: (value: unknown): AdvisoryAssessment | undefined => FactsAnswer.safeParse(value).data,
    estimateTokens: (question: Question, settings: ModelSettings) =>
      estimateTokens({ ...question, outputTokensMax: toOutputLimit(question, settings) }),
    describeRequest: (question: Question, settings: ModelSettings) =>
      describeRequest(question, settings, abilities.recall(toServerKey(settings))),
    questions: { facts: buildFactsQuestion, second: buildSecondQuestion },
  };
}

/** Checks only the address itself: names are resolved and checked when a call is made. */
function findUrlProblem(url: URL, policy: OutboundPolicy): string | undefined {
  try {
    requireAllowedUrl(url, policy);
    return undefined;
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return policy.allowPrivate
      ? 'it must begin with https:// or http:// and must not be a link-local address (cloud metadata)'
      : 'it must begin with https:// and be a public address. Set ASSAY_AI_ALLOW_PRIVATE=true to allow models in a private network';
  }
}
