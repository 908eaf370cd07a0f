/** AI settings as the API returns them, with defaults that a test can change. */
import type { WireAiSettings } from '../../src/api/contract/ai.ts';

export function someAiSettings(changes: Partial<WireAiSettings> = {}): WireAiSettings {
  return {
    enabled: false,
    provider: 'openai-compatible',
    baseUrl: 'https://models.example.org/v1',
    apiKeyHeader: null,
    model: 'reader-1',
    sharing: 'structured-profile',
    mode: 'auto',
    guards: { cvss: 9, epss: 0.1 },
    budget: { tokensPerDay: null, currencyPerMonth: 20, priceIn: 1, priceOut: 2 },
    concurrency: 4,
    timeoutMs: 60_000,
    maxFindingsPerRun: 500,
    outputTokensMax: null,
    reasoningEffort: 'default',
    storeBodies: false,
    apiKey: { lastFour: 'abcd', setAt: '2026-11-15T00:00:00.000Z' },
    allowsPrivate: false,
    ...changes,
  };
}
