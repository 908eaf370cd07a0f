/**
 * AI settings while they are edited. Input stays text until it is saved, because "0." and an empty field are intermediate states
 * of a number.
 */
import type { WireAiSettings, AiChange } from '../../../../src/api/contract/ai.ts';

export interface AiDraft {
  readonly enabled: boolean;
  readonly provider: WireAiSettings['provider'];
  readonly baseUrl: string;
  readonly apiKeyHeader: string;
  readonly model: string;
  /** Empty: keep the stored key. */
  readonly apiKey: string;
  /** Remove the stored key. */
  readonly removesKey: boolean;
  readonly sharing: WireAiSettings['sharing'];
  readonly mode: WireAiSettings['mode'];
  readonly guardCvss: string;
  readonly guardEpss: string;
  /** Empty: no limit. */
  readonly tokensPerDay: string;
  readonly currencyPerMonth: string;
  readonly priceIn: string;
  readonly priceOut: string;
  readonly concurrency: string;
  readonly timeoutSeconds: string;
  readonly maxFindingsPerRun: string;
  readonly storeBodies: boolean;
  /** Empty: the default of each question. */
  readonly outputTokensMax: string;
  readonly reasoningEffort: WireAiSettings['reasoningEffort'];
}

/** Errors by field. */
export type AiErrors = { readonly [Field in keyof AiDraft]?: string };

/** Props of each group of fields. */
export interface AiFieldsProps {
  readonly draft: AiDraft;
  readonly settings: WireAiSettings;
  readonly isReadOnly: boolean;
  readonly errors: AiErrors;
  readonly onChange: (change: Partial<AiDraft>) => void;
}

export function toAiDraft(settings: WireAiSettings): AiDraft {
  const { enabled, provider, sharing, mode, storeBodies, baseUrl, apiKeyHeader, model, guards, budget } = settings;
  return {
    enabled,
    provider,
    sharing,
    mode,
    storeBodies,
    reasoningEffort: settings.reasoningEffort,
    outputTokensMax: toText(settings.outputTokensMax),
    apiKey: '',
    removesKey: false,
    baseUrl: baseUrl ?? '',
    apiKeyHeader: apiKeyHeader ?? '',
    model: model ?? '',
    guardCvss: toText(guards.cvss),
    guardEpss: toText(guards.epss),
    tokensPerDay: toText(budget.tokensPerDay),
    currencyPerMonth: toText(budget.currencyPerMonth),
    priceIn: toText(budget.priceIn),
    priceOut: toText(budget.priceOut),
    concurrency: toText(settings.concurrency),
    timeoutSeconds: toText(settings.timeoutMs / 1_000),
    maxFindingsPerRun: toText(settings.maxFindingsPerRun),
  };
}

/**
 * Contains only changed fields, so that two users who change different fields do not overwrite each other. Undefined without
 * changes.
 */
export function toAiSettingsInput(draft: AiDraft, settings: WireAiSettings): AiChange | undefined {
  const stored = toAiDraft(settings);
  const isChanged = (name: keyof AiDraft): boolean => draft[name] !== stored[name];
  const anyOf = (...names: readonly (keyof AiDraft)[]): boolean => names.some(isChanged);
  const input: AiChange = {
    ...(isChanged('enabled') && { enabled: draft.enabled }),
    ...(isChanged('provider') && { provider: draft.provider }),
    ...(isChanged('baseUrl') && { baseUrl: toNullable(draft.baseUrl) }),
    ...(isChanged('apiKeyHeader') && { apiKeyHeader: toNullable(draft.apiKeyHeader) }),
    ...(isChanged('model') && { model: toNullable(draft.model) }),
    ...(draft.removesKey && { apiKey: null }),
    ...(draft.apiKey !== '' && { apiKey: draft.apiKey }),
    ...(isChanged('sharing') && { sharing: draft.sharing }),
    ...(isChanged('mode') && { mode: draft.mode }),
    ...(anyOf('guardCvss', 'guardEpss') && {
      guards: { cvss: Number(draft.guardCvss), epss: Number(draft.guardEpss) },
    }),
    ...(anyOf('tokensPerDay', 'currencyPerMonth', 'priceIn', 'priceOut') && { budget: toBudget(draft) }),
    ...(isChanged('concurrency') && { concurrency: Number(draft.concurrency) }),
    ...(isChanged('timeoutSeconds') && { timeoutMs: Math.round(Number(draft.timeoutSeconds) * 1_000) }),
    ...(isChanged('maxFindingsPerRun') && { maxFindingsPerRun: Number(draft.maxFindingsPerRun) }),
    ...(isChanged('outputTokensMax') && { outputTokensMax: toAmount(draft.outputTokensMax) }),
    ...(isChanged('reasoningEffort') && { reasoningEffort: draft.reasoningEffort }),
    ...(isChanged('storeBodies') && { storeBodies: draft.storeBodies }),
  };
  return Object.keys(input).length === 0 ? undefined : input;
}

function toBudget({ tokensPerDay, currencyPerMonth, priceIn, priceOut }: AiDraft): NonNullable<AiChange['budget']> {
  return {
    tokensPerDay: toAmount(tokensPerDay),
    currencyPerMonth: toAmount(currencyPerMonth),
    priceIn: Number(priceIn),
    priceOut: Number(priceOut),
  };
}

/** Whether the stored key was entered for another host, so that it is required again. */
export function requiresNewKey(draft: AiDraft, settings: WireAiSettings): boolean {
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
