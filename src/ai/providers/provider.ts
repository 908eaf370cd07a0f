/**
 * The contract of a provider protocol: how a question is encoded, and how a response is decoded. Whether and how often to ask is
 * decided elsewhere.
 */
import type { Usage } from '../model-answer.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { Question } from '../questions/question.ts';
import type { Abilities, Ability } from './abilities.ts';

export interface ProviderProtocol {
  /** Appended to the base URL. */
  readonly path: string;
  /** Header for the key if the settings do not name one. */
  readonly keyHeader: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly toBody: (question: Question, settings: ModelSettings, abilities: Abilities) => object;
  readonly parseReply: (body: unknown) => ProviderReply | undefined;
  /**
   * Parameters that can be left out if the server does not support them, in the order in which a refusal is searched for them.
   */
  readonly optional: readonly Ability[];
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
