/** The settings as they are edited: texts where a field may be empty, and what of it differs from what is stored. */
import type { AiSettings, AiWish } from '../../queries/ai.ts';

export interface AiDraft {
  readonly enabled: boolean;
  readonly provider: AiSettings['provider'];
  readonly baseUrl: string;
  readonly apiKeyHeader: string;
  readonly model: string;
  /** Empty: the stored one stays. */
  readonly apiKey: string;
  /** Of the stored one. */
  readonly removesKey: boolean;
  readonly sharing: AiSettings['sharing'];
  readonly mode: AiSettings['mode'];
  readonly minConfidence: number;
  readonly guardCvss: number;
  readonly guardEpss: number;
  /** Empty: no limit. */
  readonly tokensPerDay: string;
  readonly currencyPerMonth: string;
  readonly priceIn: number;
  readonly priceOut: number;
  readonly concurrency: number;
  readonly timeoutSeconds: number;
  readonly maxFindingsPerRun: number;
  readonly storeBodies: boolean;
}

/** Of each group of fields. */
export interface AiFieldsProps {
  readonly draft: AiDraft;
  readonly settings: AiSettings;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<AiDraft>) => void;
}

export function toAiDraft(settings: AiSettings): AiDraft {
  const { guards, budget, timeoutMs, baseUrl, apiKeyHeader, model } = settings;
  const { enabled, provider, sharing, mode, minConfidence, concurrency, maxFindingsPerRun, storeBodies } = settings;
  return {
    ...{ enabled, provider, sharing, mode, minConfidence, concurrency, maxFindingsPerRun, storeBodies },
    ...{ baseUrl: baseUrl ?? '', apiKeyHeader: apiKeyHeader ?? '', model: model ?? '', apiKey: '', removesKey: false },
    ...{ guardCvss: guards.cvss, guardEpss: guards.epss, timeoutSeconds: Math.round(timeoutMs / 1_000) },
    ...{ tokensPerDay: toText(budget.tokensPerDay), currencyPerMonth: toText(budget.currencyPerMonth) },
    ...{ priceIn: budget.priceIn, priceOut: budget.priceOut },
  };
}

/** Only what differs is sent, so that two people who change different things do not undo each other. Undefined: nothing does. */
export function toAiWish(draft: AiDraft, settings: AiSettings): AiWish | undefined {
  const stored = toAiDraft(settings);
  const isChanged = (name: keyof AiDraft): boolean => draft[name] !== stored[name];
  const anyOf = (...names: readonly (keyof AiDraft)[]): boolean => names.some(isChanged);
  const wish: AiWish = {
    ...(isChanged('enabled') && { enabled: draft.enabled }),
    ...(isChanged('provider') && { provider: draft.provider }),
    ...(isChanged('baseUrl') && { baseUrl: toNullable(draft.baseUrl) }),
    ...(isChanged('apiKeyHeader') && { apiKeyHeader: toNullable(draft.apiKeyHeader) }),
    ...(isChanged('model') && { model: toNullable(draft.model) }),
    ...(draft.removesKey && { apiKey: null }),
    ...(draft.apiKey !== '' && { apiKey: draft.apiKey }),
    ...(isChanged('sharing') && { sharing: draft.sharing }),
    ...(isChanged('mode') && { mode: draft.mode }),
    ...(isChanged('minConfidence') && { minConfidence: draft.minConfidence }),
    ...(anyOf('guardCvss', 'guardEpss') && { guards: { cvss: draft.guardCvss, epss: draft.guardEpss } }),
    ...(anyOf('tokensPerDay', 'currencyPerMonth', 'priceIn', 'priceOut') && { budget: toBudget(draft) }),
    ...(isChanged('concurrency') && { concurrency: draft.concurrency }),
    ...(isChanged('timeoutSeconds') && { timeoutMs: draft.timeoutSeconds * 1_000 }),
    ...(isChanged('maxFindingsPerRun') && { maxFindingsPerRun: draft.maxFindingsPerRun }),
    ...(isChanged('storeBodies') && { storeBodies: draft.storeBodies }),
  };
  return Object.keys(wish).length === 0 ? undefined : wish;
}

function toBudget({ tokensPerDay, currencyPerMonth, priceIn, priceOut }: AiDraft): NonNullable<AiWish['budget']> {
  return {
    tokensPerDay: toAmount(tokensPerDay),
    currencyPerMonth: toAmount(currencyPerMonth),
    priceIn,
    priceOut,
  };
}

/** Whether the key that is stored was given for another place, so that it is needed again. */
export function needsKeyAgain(draft: AiDraft, settings: AiSettings): boolean {
  const keepsKey = settings.apiKey !== null && draft.apiKey === '' && !draft.removesKey;
  return keepsKey && originOf(draft.baseUrl) !== originOf(settings.baseUrl ?? '');
}

function originOf(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : text;
}

function toNullable(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function toText(amount: number | null): string {
  return amount === null ? '' : String(amount);
}

function toAmount(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
