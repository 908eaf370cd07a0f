/** A client for the model of an organization. The key is opened for as long as it is held, and goes nowhere else. */
import type { ModelAnswer, ModelClient } from '../../ai/model-answer.ts';
import type { ModelSettings } from '../../ai/model-settings.ts';
import { findAiKey, openAiKey } from '../../store/ai/ai-settings.ts';
import type { PipelineDeps } from '../deps.ts';
import type { AiParts } from './ai-deps.ts';
import type { CompleteAiSettings } from './ai-settings.ts';

export interface OpenedModel extends ModelClient {
  readonly baseUrl: string;
  /** As it is stored, to tell whether it is still the same. */
  readonly sealedKey: string | null;
}

export async function openModel(
  deps: Pick<PipelineDeps, 'database'> & { readonly ai: AiParts },
  orgId: string,
  settings: CompleteAiSettings,
  { isTry = false }: { readonly isTry?: boolean } = {},
): Promise<OpenedModel> {
  const stored = await deps.database.inOrg(orgId, findAiKey);
  const key = stored === undefined ? null : openAiKey(deps.ai.keyRing, orgId, stored);
  const client = deps.ai.openClient(orgId, toModelSettings(settings), {
    key,
    keepsBodies: settings.storeBodies,
    isTry,
  });
  const ask: ModelClient['ask'] =
    key === null ? client.ask : async (...asked) => withoutKey(await client.ask(...asked), key);
  return { ask, baseUrl: settings.baseUrl, sealedKey: stored?.sealed ?? null };
}

/** Some providers repeat the key in their errors, and what they say may be kept. */
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
}: CompleteAiSettings): ModelSettings {
  return { provider, baseUrl, model, timeoutMs, ...(apiKeyHeader !== null && { apiKeyHeader }) };
}
