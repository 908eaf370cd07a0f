/**
 * The contract of a protocol: how a question is written in it, and how what came back is read. Whether and how often somebody is
 * asked is decided elsewhere.
 */
import type { Usage } from '../model-answer.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { Question } from '../question.ts';
import type { Abilities, Ability } from './abilities.ts';

export interface ProviderProtocol {
  /** Added to the base URL. */
  readonly path: string;
  /** Where the key stands when the settings do not say. */
  readonly keyHeader: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly toBody: (question: Question, settings: ModelSettings, abilities: Abilities) => object;
  readonly read: (body: unknown) => ProviderReply | undefined;
  /** What to do without, when the server says that it does not know it; in the order in which the words are looked for. */
  readonly optional: readonly Ability[];
}

/** A reply that has the form of the protocol. */
export interface ProviderReply {
  readonly kind: 'text' | 'value' | 'truncated' | 'refusal';
  /** Of `text`: what has to be JSON; of `value`: what was JSON already. */
  readonly content?: unknown;
  readonly model: string | null;
  readonly fingerprint: string | null;
  readonly usage: Usage | null;
}
