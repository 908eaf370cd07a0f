/**
 * The functions for asking a model, which `main.ts` passes to the pipeline. The pipeline decides whether to ask and how to use
 * the answers.
 */
import type { FindingInput } from '../../ai/questions/shared-data.ts';
import type { Ask, AskOptions, ModelClient } from '../../ai/model-answer.ts';
import type { AssessmentInput } from '../../ai/gather-assessment.ts';
import type { ModelSettings } from '../../ai/providers/provider.ts';
import type { Question } from '../../ai/questions/question.ts';
import type { DescribedRequest } from '../../ai/client/to-request.ts';
import type { AdvisoryAssessment, AdvisoryText, Assessment } from '../../core/relevance/assessments/assessment.ts';
import type { ProfileClaim } from '../../core/relevance/assessments/verification/verification-steps.ts';
import type { KeyRing } from '../../store/secrets/key-ring.ts';

export interface AiServices {
  readonly keyRing: KeyRing;
  /** Whether this installation allows models on private addresses. */
  readonly allowsPrivate: boolean;
  /** Returns the problem with an address, or undefined if none can be found without a network call. */
  readonly problemOfUrl: (url: URL) => string | undefined;
  readonly isKeyHeader: (name: string) => boolean;
  readonly openClient: (organization: string, settings: ModelSettings, access: ModelAccess) => ModelClient;
  readonly gatherAssessment: (ask: Ask, input: AssessmentInput, options?: AskOptions) => Promise<Assessment>;
  /** Parses an answer to the first question; returns undefined if it is not valid. */
  readonly readFacts: (value: unknown) => AdvisoryAssessment | undefined;
  readonly estimateTokens: (
    question: Question,
    settings: ModelSettings,
  ) => { readonly tokensIn: number; readonly tokensOut: number };
  readonly describeRequest: (question: Question, settings: ModelSettings) => DescribedRequest;
  readonly questions: {
    readonly facts: (texts: readonly AdvisoryText[]) => Question;
    readonly second: (finding: FindingInput, claims: readonly ProfileClaim[]) => Question;
  };
}

export interface ModelAccess {
  /** Null if the provider needs no key, like most local models. */
  readonly key: string | null;
  readonly keepsBodies: boolean;
  /** A test requested by a user: the provider is called even if it has failed before. */
  readonly isTry?: boolean;
}
