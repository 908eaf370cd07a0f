/**
 * Creates a client for the model of an organization. The key is decrypted only for the lifetime of the client and is passed
 * nowhere else.
 */
import type { ModelAnswer, ModelClient } from '../../../ai/model-answer.ts';
import type { ModelSettings } from '../../../ai/providers/provider.ts';
import { LIMITS } from '../../../core/limits.ts';
import { listAttemptTimes } from '../../../store/ai/ai-calls.ts';
import { findAiKey, openAiKey } from '../../../store/ai/ai-settings.ts';
import type { PipelineDeps } from '../../deps.ts';
import type { AiServices } from '../ai-deps.ts';
import type { CompleteAiSettings } from '../ai-settings.ts';
import { toCallTimeoutMs } from './call-timeout.ts';

export interface OpenedModel extends ModelClient {
  readonly baseUrl: string;
  /** Timeout of one attempt, adapted to the endpoint. */
  readonly timeoutMs: number;
  /** The encrypted key, to detect whether it has changed. */
  readonly sealedKey: string | null;
}

export async function openModel(
  deps: Pick<PipelineDeps, 'database'> & { readonly ai: AiServices },
  orgId: string,
  settings: CompleteAiSettings,
  { isTry = false }: { readonly isTry?: boolean } = {},
): Promise<OpenedModel> {
  const { stored, attemptsMs } = await deps.database.inOrg(orgId, async (tx) => ({
    stored: await findAiKey(tx),
    attemptsMs: await listAttemptTimes(tx, { host: new URL(settings.baseUrl).host, model: settings.model }),
  }));
  // A test measures the endpoint, so its only limit is the total time.
  const timeoutMs = isTry ? LIMITS.aiTryMsMax : toCallTimeoutMs(settings.timeoutMs, attemptsMs);
  const key = stored === undefined ? null : openAiKey(deps.ai.keyRing, orgId, stored);
  const client = deps.ai.openClient(orgId, toModelSettings({ ...settings, timeoutMs }), {
    key,
    // The result of a test shows them.
    keepsBodies: isTry || settings.storeBodies,
    isTry,
  });
  const ask: ModelClient['ask'] =
    key === null ? client.ask : async (...asked) => withoutKey(await client.ask(...asked), key);
  return { ask, baseUrl: settings.baseUrl, timeoutMs, sealedKey: stored?.sealed ?? null };
}

/** Some providers repeat the key in their errors, and response bodies may be stored. */
function withoutKey(answer: ModelAnswer, key: string): ModelAnswer {
  if (answer.bodies === undefined) return answer;
  const { request, response } = answer.bodies;
  const bodies = { request: request.replaceAll(key, MASK), response: response.replaceAll(key, MASK) };
  return { ...answer, bodies };
}

const MASK = '***';

export function toModelSettings({
  provider,
  baseUrl,
  apiKeyHeader,
  model,
  timeoutMs,
  outputTokensMax,
  reasoningEffort,
}: CompleteAiSettings): ModelSettings {
  return {
    provider,
    baseUrl,
    model,
    timeoutMs,
    outputTokensMax,
    reasoningEffort,
    ...(apiKeyHeader !== null && { apiKeyHeader }),
  };
}
