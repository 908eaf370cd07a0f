/** What `main.ts` hands to the flows that ask a model: everything that knows how one is asked. They decide whether, and what follows. */
import type { FindingInput } from '../../ai/finding-input.ts';
import type { Ask, AskOptions, ModelClient } from '../../ai/model-answer.ts';
import type { GatherInput } from '../../ai/gather-readings.ts';
import type { ModelSettings } from '../../ai/model-settings.ts';
import type { Question } from '../../ai/question.ts';
import type { DescribedRequest } from '../../ai/to-request.ts';
import type { ProfileView } from '../../core/profile/profile-view.ts';
import type { FactsReading, Readings } from '../../core/relevance/readings/reading.ts';
import type { KeyRing } from '../../store/secrets/key-ring.ts';

export interface AiParts {
  readonly keyRing: KeyRing;
  /** Whether this installation allows models on private addresses. */
  readonly allowsPrivate: boolean;
  /** What is wrong with an address; undefined: nothing that can be said without asking anybody. */
  readonly problemOfUrl: (url: URL) => string | undefined;
  readonly isKeyHeader: (name: string) => boolean;
  readonly openClient: (organization: string, settings: ModelSettings, access: ModelAccess) => ModelClient;
  readonly gatherReadings: (ask: Ask, input: GatherInput, options?: AskOptions) => Promise<Readings>;
  /** An answer to the first question; undefined: it is none. */
  readonly readFacts: (value: unknown) => FactsReading | undefined;
  readonly estimateTokens: (question: Question) => { readonly tokensIn: number; readonly tokensOut: number };
  readonly describeRequest: (question: Question, settings: ModelSettings) => DescribedRequest;
  readonly questions: {
    readonly facts: (finding: FindingInput) => Question;
    readonly profile: (finding: FindingInput, profile: ProfileView, facts: FactsReading) => Question;
    readonly second: (finding: FindingInput, facts: FactsReading) => Question;
  };
}

export interface ModelAccess {
  /** Null: it wants none, as most local models. */
  readonly key: string | null;
  readonly keepsBodies: boolean;
  /** Somebody wants to know now: whoever failed before is asked all the same. */
  readonly isTry?: boolean;
}
