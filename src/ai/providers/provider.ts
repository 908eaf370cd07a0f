/**
 * The contract of a provider protocol: how a question is encoded, and how a response is decoded. Whether and how often to ask is
 * decided elsewhere.
 */
import type { Usage } from '../model-answer.ts';
import type { Question } from '../questions/question.ts';
import type { Abilities, Ability } from './abilities.ts';
import type { Provider, ReasoningEffort } from '../../core/vocabulary/ai.ts';

export interface ProviderProtocol {
  /** Appended to the base URL. */
  readonly path: string;
  /** Header for the key if the settings do not name one. */
  readonly keyHeader: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly toBody: (question: Question, settings: ModelSettings, abilities: Abilities) => object;
  readonly parseReply: (body: unknown) => ProviderReply | undefined;
  /**
   * Returns the sent parameters that can be left out if the server does not support them, in the order in which a refusal is
   * searched for them.
   */
  readonly optionalOf: (settings: ModelSettings) => readonly Ability[];
}

/**
 * The provider and model that an organization has configured. The key is passed separately, so that settings can be shown and
 * logged.
 */
export interface ModelSettings {
  readonly provider: Provider;
  /** Base address; the paths of the protocol are appended to it: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** For gateways that expect the key in another header than the protocol defines. */
  readonly apiKeyHeader?: string | undefined;
  readonly model: string;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
  /** Replaces the output limit of the question. */
  readonly outputTokensMax?: number | null | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
}

/** Tokens for reasoning, which count as output in both protocols. */
export const REASONING_TOKENS: Readonly<Record<ReasoningEffort, number>> = {
  default: 0,
  none: 0,
  low: 1_024,
  medium: 4_096,
  high: 16_384,
};

/** Returns the output limit of a call, including reasoning. */
export function toOutputLimit(
  question: Pick<Question, 'outputTokensMax'>,
  { outputTokensMax, reasoningEffort = 'default' }: ModelSettings,
): number {
  return outputTokensMax ?? question.outputTokensMax + REASONING_TOKENS[reasoningEffort];
}

/** A reply in the form of the protocol. */
export interface ProviderReply {
  readonly kind: 'text' | 'value' | 'truncated' | 'refusal';
  /** For `text`, text that must be JSON; for `value`, a parsed JSON value. */
  readonly content?: unknown;
  readonly model: string | null;
  readonly fingerprint: string | null;
  readonly usage: Usage | null;
}

/** Adds the schema to the prompt for a server that does not accept a schema. The answer is validated in both cases. */
export function toSystemText({ system, jsonSchema }: Question, { format }: Abilities): string {
  if (format === 'schema') return system;
  return `${system}\n\nThe answer has to satisfy this JSON Schema:\n${JSON.stringify(jsonSchema)}`;
}
