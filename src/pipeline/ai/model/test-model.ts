/** Tests whether a model can be asked with the current settings, with one small question, which has its normal cost. */
import { CANARIES } from '../../../core/relevance/assessments/canary.ts';
import type { ModelAnswer, NotAsked } from '../../../ai/model-answer.ts';
import { getAiSettings } from '../../../store/ai/ai-settings.ts';
import { LIMITS } from '../../../core/limits.ts';
import { nowOf, recordChange, type Caller, type AiDeps } from '../../deps.ts';
import { requireComplete } from '../ai-settings.ts';
import { askForTest } from './ask-model.ts';
import { openModel } from './open-model.ts';

/** Also works while AI is disabled, so that the settings can be tested first. Sends no data of the organization. */
export async function testModel(deps: AiDeps, caller: Caller): Promise<ModelAnswer | NotAsked> {
  const { orgId } = caller;
  const settings = await deps.database.inOrg(orgId, getAiSettings);
  requireComplete(settings);
  await deps.database.inOrg(
    orgId,
    async (tx) =>
      await recordChange(deps, tx, caller, {
        at: nowOf(deps),
        action: 'ai.tested',
        kind: 'organization',
        id: orgId,
        after: { provider: settings.provider, host: new URL(settings.baseUrl).host, model: settings.model },
      }),
  );
  const client = await openModel(deps, orgId, settings, { isTry: true });
  return await askForTest(
    deps,
    { orgId, settings, client, about: null, signal: AbortSignal.timeout(LIMITS.aiTryMsMax) },
    deps.ai.questions.facts(CANARIES.slice(0, 1).map(({ text }) => text)),
  );
}
