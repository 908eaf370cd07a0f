/** Estimates the calls, tokens and cost of reading the advisories of the current findings that were not read yet. */
import { CANARIES } from '../../core/relevance/assessments/canary.ts';
import type { AiSettings } from '../../store/ai/ai-settings.ts';
import { getExpectedUsage } from '../../store/ai/expected-usage.ts';
import type { OrgTx } from '../../store/database.ts';
import type { AiServices } from './ai-deps.ts';
import { toExampleSettings } from './assessment/preview-requests.ts';
import { toModelSettings } from './model/open-model.ts';

export interface ExpectedCost {
  readonly advisories: number;
  readonly calls: number;
  readonly tokens: number;
  /** Null if no prices are configured. */
  readonly cost: number | null;
}

/** Output tokens of an answer before one was measured. */
const ANSWER_TOKENS = 300;
const PRICED_TOKENS = 1_000_000;

export async function expectUsage(ai: AiServices, tx: OrgTx, settings: AiSettings): Promise<ExpectedCost> {
  const [canary] = CANARIES;
  const question = ai.questions.facts(canary === undefined ? [] : [canary.text]);
  const { promptVersion } = question;
  const { advisories, read, perCall } = await getExpectedUsage(tx, { model: settings.model ?? '', promptVersion });
  const { tokensIn } = ai.estimateTokens(question, toModelSettings(toExampleSettings(settings)));
  const each = perCall ?? { tokensIn: tokensIn, tokensOut: ANSWER_TOKENS };
  const calls = Math.max(0, advisories - read);
  const { priceIn, priceOut } = settings.budget;
  const cost = (calls * (each.tokensIn * priceIn + each.tokensOut * priceOut)) / PRICED_TOKENS;
  return {
    advisories,
    calls,
    tokens: calls * (each.tokensIn + each.tokensOut),
    cost: priceIn + priceOut > 0 ? cost : null,
  };
}
