/** Protocols of model providers. */
export const PROVIDERS = ['openai-compatible', 'anthropic'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** How much a model thinks before it answers. `default`: as the provider does. */
export const REASONING_EFFORTS = ['default', 'none', 'low', 'medium', 'high'] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** What leaves Assay, least first. */
export const SHARING_MODES = ['advisory-only', 'structured-profile', 'full-profile'] as const;
export type SharingMode = (typeof SHARING_MODES)[number];

/** Whether an AI assessment may dismiss a finding, or only suggest it. */
export const AI_MODES = ['auto', 'suggest'] as const;
export type AiMode = (typeof AI_MODES)[number];

/** Questions about a finding, in the order in which they are asked. */
export const QUESTION_PURPOSES = ['facts', 'second'] as const;
export type QuestionPurpose = (typeof QUESTION_PURPOSES)[number];

/** Reasons to call a model. `canary`: an advisory whose preconditions are known. `profile`: only in records of earlier releases. */
export const CALL_PURPOSES = [...QUESTION_PURPOSES, 'canary', 'test', 'profile'] as const;
export type CallPurpose = (typeof CALL_PURPOSES)[number];

export const CALL_OUTCOMES = ['answered', 'abstained', 'failed'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Responses that are no answer: not JSON of the required form, or cut off. Asking again would cost the same again. */
export const UNUSABLE_ANSWERS = ['invalid_output', 'truncated'] as const;
export type UnusableAnswer = (typeof UNUSABLE_ANSWERS)[number];

/** Whether the model found a way to exploit the finding. */
export const SECOND_OPINIONS = ['yes', 'no', 'uncertain'] as const;
export type SecondOpinionAnswer = (typeof SECOND_OPINIONS)[number];
