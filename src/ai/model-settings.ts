/** Whom to ask, as an organization has set it. The key is handed in beside it, so that settings may be shown and logged. */

export const PROVIDERS = ['openai-compatible', 'anthropic'] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ModelSettings {
  readonly provider: Provider;
  /** What the paths of the protocol are added to: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** For gateways that want the key in another header than the protocol does. */
  readonly apiKeyHeader?: string | undefined;
  readonly model: string;
  /** Of one attempt. */
  readonly timeoutMs: number;
}
