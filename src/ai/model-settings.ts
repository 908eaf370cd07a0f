/**
 * The provider and model that an organization has configured. The key is passed separately, so that settings can be shown and
 * logged.
 */
import type { Provider } from '../core/vocabulary/ai.ts';

export interface ModelSettings {
  readonly provider: Provider;
  /** Base address; the paths of the protocol are appended to it: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** For gateways that expect the key in another header than the protocol defines. */
  readonly apiKeyHeader?: string | undefined;
  readonly model: string;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
}
